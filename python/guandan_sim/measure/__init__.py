"""Every number that a run or a comparison reports, each defined once.

`metrics` and `contests` define the numbers, `rows` prepares the tables they are taken from, and the other modules
collect them from a run part by part, so that memory does not grow with the run. Results of `guandan_sim.compare` and
pages of `guandan_sim.report` take their numbers from here.
"""
