"""The data set of a run on disk: its tables, its manifest, its parts."""
