//! The clauses of docs/RULES.md, chapter by chapter: a test is named by the clause it shows.

mod clock_points;
mod combinations;
mod dealing;
mod fields;
mod levels;
mod play;
mod tribute;
