//! Playing a deal allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Background, Deal, Dealt, Log};
use guandan_core::policy::{DealSetup, Strategy, play_out};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};
use guandan_core::sim::Counts;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting what each thread asks for.
struct Counting;

#[allow(unsafe_code)]
// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn a_deal_from_the_shuffle_to_its_outcome_allocates_nothing() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))), 1, "the count counts");
    let rules = Rules::preset("institute").unwrap();
    let tables = Tables::all_levels(&rules);
    let mut log = Log::default();
    for name in ["random", "lowest", "tempo"] {
        let strategy: Strategy = name.parse().unwrap();
        for block in 0..130 {
            let level = Rank::new((block % 13) as u8);
            let mut counts = Counts::default();
            let mut plays = 0;
            let allocated = allocations(|| {
                let hands = Dealt::new(7, block, 0).hands();
                let mut deal = Deal::new_unchecked(&rules, level, hands, Seat::new((block % 4) as u8));
                let address = Address::new(7, Purpose::Play, block, 0);
                log.clear();
                let t = &tables[level.index()];
                let background = Background::NONE;
                let setup = DealSetup { tables: t, address, strategies: [&strategy; 4], background };
                play_out(&mut deal, &setup, Some(&mut log), &mut counts);
                assert!(deal.outcome().is_some());
                plays = log.plays().len();
            });
            assert_eq!(allocated, 0, "{name}, block {block}");
            assert!(plays > 20);
        }
    }
}
