"""`rulekit compare`: `compare` begins; `impact` is `--impact`, `witness_file` is `--save`."""
