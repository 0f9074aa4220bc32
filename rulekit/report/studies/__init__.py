"""Results of studies to read: `simulation`, `sweep`, `impact`, `mutate`, `cover`, `readings`,
with `numbers` and their intervals and tables of what is `listed`."""
