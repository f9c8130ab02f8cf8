"""Pages, charts, words and renderers of results; only the command line imports them."""
