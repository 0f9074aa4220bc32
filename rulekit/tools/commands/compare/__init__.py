"""`rulekit compare`; `impact` is `--impact`, `witness_file` is `--save`."""
