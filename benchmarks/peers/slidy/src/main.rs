//! Run the generic solver of the crate slidy on a board such as "8 2 0/4 6 1/3 7 5" from standard input, and print the
//! answer as one line of JSON. The time limit is kept from outside.

use std::{error::Error, io::read_to_string, io::stdin, str::FromStr as _, time::Instant};

use slidy::{puzzle::puzzle::Puzzle, solver::solver::Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::from_str(read_to_string(stdin())?.trim())?;
    let began = Instant::now();
    let mut solver = Solver::default();
    let length = solver.solve(&puzzle)?.len_stm::<u64>();
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{{\"answers\": [{{\"status\": \"solved\", \"length\": {length}}}], \"nodes\": null, \
         \"seconds\": {seconds}, \"processor_seconds\": {seconds}}}"
    );
    Ok(())
}
