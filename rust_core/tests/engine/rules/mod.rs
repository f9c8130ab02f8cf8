//! Rules as data: the presets, and rule sets as text.

mod presets;
mod text;
