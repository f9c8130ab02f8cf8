"""Programs of others: bots that play here through a protocol, and our strategies that play elsewhere through it."""
