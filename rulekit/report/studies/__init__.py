"""Results of studies to read: `simulation`, `sweep`, `impact`, `mutate`, `cover`, with `numbers` and their intervals."""
