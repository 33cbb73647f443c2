"""The scenarios of HEIM (Lee et al., NeurIPS 2023): word lists and templates built in, data sets by loader."""
