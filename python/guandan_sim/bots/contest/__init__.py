"""The protocol of the university contests (docs/BOTS.md) as text and state. Nothing here knows of a network.

`actions` writes and reads cards and plays, `messages` the JSON objects, `hosting` turns the events of a match into the
messages for the seats that outsiders play, `strategy` is the strategy object that does so in a run, and `seat` is the
other side: it hears the messages of a server and answers for one of our strategies.
"""
