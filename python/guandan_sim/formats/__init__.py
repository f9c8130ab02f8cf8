"""Records of others, read and written (docs/RECORDS.md, "Records of others").

`deals` says what such a record tells of a deal and `composing` makes a record of ours of it, by the rules. Each format
has a module: `botzone`, `traces`, `seatlogs`, `archives`. `files` opens files, `convert` recognises what is in them.
"""
