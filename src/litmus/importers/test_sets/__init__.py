"""Published test sets, one file per set."""
