//! Endgames with open cards: the solver, and the strategies graded by it.

mod grades;
mod solver;
