//! The files that were not searched, by kind: one line at the end says how many, and how to read them.

use std::cmp::Reverse;

use crate::inputs::signatures::Kind;

/// How many kinds have their advice in the line, the frequent ones first.
const ADVISED: usize = 4;

#[derive(Debug, Default)]
pub struct PassedOver(Vec<(&'static Kind, u64)>);

impl PassedOver {
    pub fn add(&mut self, kind: &'static Kind) {
        self.count(kind, 1);
    }

    pub fn merge(&mut self, other: &PassedOver) {
        other.0.iter().for_each(|&(kind, count)| self.count(kind, count));
    }

    fn count(&mut self, kind: &'static Kind, count: u64) {
        match self.0.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, all)) => *all += count,
            None => self.0.push((kind, count)),
        }
    }

    /// Returns the line, if anything was passed over.
    pub fn line(&self) -> Option<String> {
        let mut kinds = self.0.clone();
        kinds.sort_by_key(|&(kind, count)| (Reverse(count), kind.name));
        let all = kinds.iter().enumerate().map(|(at, (kind, count))| {
            let advice = if at < ADVISED { format!(" ({})", kind.advice) } else { String::new() };
            format!("{}{advice}", kind.counted(*count))
        });
        (!kinds.is_empty()).then(|| format!("passed over {}", all.collect::<Vec<_>>().join(", ")))
    }
}
