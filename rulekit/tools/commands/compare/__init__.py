"""`rulekit compare`: `compare` begins; `readings` is `--readings`, `impact` is `--impact`, `witness_file` is `--save`."""
