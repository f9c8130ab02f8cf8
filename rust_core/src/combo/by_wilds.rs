//! Code compiled once for each number of wilds a hand can hold.

/// Calls a function that is generic over the number of wilds with the number the hand holds.
macro_rules! by_wilds {
    ($hand:expr, $function:ident $(::<$generic:ty>)? ($($argument:expr),*)) => {
        match $hand.wilds() {
            0 => $function::<$($generic,)? 0>($($argument),*),
            1 => $function::<$($generic,)? 1>($($argument),*),
            _ => $function::<$($generic,)? 2>($($argument),*),
        }
    };
}

pub(super) use by_wilds;
