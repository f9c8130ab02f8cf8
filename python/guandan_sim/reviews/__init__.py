"""Reviews of recorded games: what each play that a seat made was worth beside the others that it could have made.

`positions` finds the decisions in a record, `valuing` says what their plays are worth, `review` puts the two together,
`result` is what comes of it.
"""
