//! The evaluation of hands: points of control and decompositions.

mod control;
mod decompositions;
