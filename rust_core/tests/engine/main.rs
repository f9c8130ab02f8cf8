//! What the engine does, tested from outside: one program, so that the engine's loops are compiled once for all tests.

mod cases_combinations;
mod clauses;
mod common;
mod endgame;
mod evaluate;
mod laws_of_lists;
mod lockstep;
mod match_course;
mod oracle;
mod perft_files;
mod playthroughs;
mod records;
mod rollout;
mod rules;
mod saved;
mod simulation;
mod strategies;
mod tempo;
mod twins;
