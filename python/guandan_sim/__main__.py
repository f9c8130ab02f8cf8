"""`python -m guandan_sim` is `guandan-sim`."""

from guandan_sim.cli import main

if __name__ == "__main__":
    main()
