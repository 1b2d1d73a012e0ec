//! Work on many items at once.

use rayon::prelude::*;

/// Returns the results of `work` for all items, in their order. Works on one after another unless `in_parallel`:
/// for a few small items, waking other threads costs more than they save.
pub fn map<T, I, R>(items: I, in_parallel: bool, work: impl Fn(T) -> R + Send + Sync) -> Vec<R>
where
    T: Send,
    I: IntoIterator<Item = T> + IntoParallelIterator<Item = T>,
    <I as IntoParallelIterator>::Iter: IndexedParallelIterator,
    R: Send,
{
    if in_parallel {
        items.into_par_iter().map(work).collect()
    } else {
        items.into_iter().map(work).collect()
    }
}
