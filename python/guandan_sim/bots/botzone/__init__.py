"""Botzone's protocol for Guandan (docs/BOTS.md), in both directions. Only `hosting` knows of processes.

`cards` writes and reads cards, plays and claims, `judge` says what is wrong with an answer, `requests` tells a bot of a
deal that is played here, `hosting` is the strategy object whose seats bots play, and `program` is the other side: it
reads the requests of a judge and answers for one of our strategies.
"""
