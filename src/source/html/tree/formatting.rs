//! The list of active formatting elements (13.2.4.3), and the adoption agency algorithm, which moves them.

use super::{
    StartTag, Tree,
    open::{Formatting, Open},
};
use crate::source::{
    html::element::{SCOPE, SPECIAL},
    steps,
};

impl Tree {
    pub(super) fn listed(&self, id: u32) -> Option<usize> {
        steps::count(self.formatting.len());
        self.formatting.iter().rposition(|listed| listed.element.is_some_and(|element| element.id == id))
    }

    /// Returns the last active formatting element of this name after the last marker.
    pub(super) fn last_formatting(&self, name: &[u8]) -> Option<usize> {
        let behind = self.behind_marker();
        let named = |listed: &Formatting| listed.element.is_some_and(|element| element.is_html(name));
        self.formatting[behind..].iter().rposition(named).map(|at| behind + at)
    }

    fn behind_marker(&self) -> usize {
        self.formatting.iter().rposition(|listed| listed.element.is_none()).map_or(0, |at| at + 1)
    }

    pub(super) fn push_marker(&mut self) {
        self.formatting.push(Formatting { element: None, attributes: 0, is_open: true });
    }

    pub(super) fn clear_to_marker(&mut self) {
        let behind = self.behind_marker();
        self.formatting.truncate(behind.saturating_sub(1));
    }

    /// Reopens the active formatting elements that are closed.
    pub(super) fn reconstruct(&mut self) {
        if self.formatting.last().is_none_or(|last| last.is_open) {
            return;
        }
        let first = self.formatting.iter().rposition(|listed| listed.is_open).map_or(0, |at| at + 1);
        steps::count(self.formatting.len() - first);
        for at in first..self.formatting.len() {
            if let Some(element) = self.formatting[at].element {
                let id = self.push_open(element.name, element.kind);
                self.formatting[at].element = Some(Open { id, ..element });
                self.formatting[at].is_open = true;
            }
        }
    }

    pub(super) fn push_formatting(&mut self, tag: &StartTag<'_>) {
        self.push_element(tag);
        let element = *self.current();
        let behind = self.behind_marker();
        let is_same = |listed: &Formatting| {
            listed.attributes == tag.attributes && listed.element.is_some_and(|other| other.name == element.name)
        };
        let mut same = (behind..self.formatting.len()).filter(|&at| is_same(&self.formatting[at]));
        let (first, count) = (same.next(), same.count());
        if let Some(first) = first.filter(|_| count >= 2) {
            self.formatting.remove(first);
        }
        self.formatting.push(Formatting { element: Some(element), attributes: tag.attributes, is_open: true });
    }

    /// Ends a formatting element (the adoption agency algorithm).
    pub(super) fn adopt(&mut self, name: &[u8]) {
        if self.current().is_html(name) {
            let id = self.current().id;
            if self.formatting.last().is_some_and(|last| last.element.is_some_and(|element| element.id == id)) {
                // As it mostly is, nothing stands between the tags that was not closed.
                self.formatting.pop();
                return self.pop();
            }
            if self.listed(id).is_none() {
                return self.pop();
            }
        }
        for _ in 0..8 {
            // All that is open and active may be looked at.
            steps::count(self.open.len() + self.formatting.len());
            let found = self.last_formatting(name).and_then(|at| Some((at, self.formatting[at].element?.id)));
            let Some((listed, id)) = found else { return self.any_other_end(name) };
            let Some(at) = self.open.iter().rposition(|open| open.id == id) else {
                self.formatting.remove(listed);
                return;
            };
            if self.open[at + 1..].iter().any(|open| open.is(SCOPE)) {
                return;
            }
            let Some(furthest) = (at + 1..self.open.len()).find(|&at| self.open[at].is(SPECIAL)) else {
                self.truncate(at);
                self.formatting.remove(listed);
                return;
            };
            self.move_inside(at, id, furthest, listed);
        }
    }

    /// Moves a formatting element that surrounds the `furthest` block into it, with the active ones between.
    fn move_inside(&mut self, at: usize, id: u32, mut furthest: usize, listed: usize) {
        let (mut node, mut bookmark, mut is_first) = (furthest, listed, true);
        for counter in 1.. {
            node -= 1;
            if node == at {
                break;
            }
            let mut active = self.listed(self.open[node].id);
            if let Some(index) = active.filter(|_| counter > 3) {
                self.formatting.remove(index);
                bookmark -= usize::from(index < bookmark);
                active = None;
            }
            let Some(index) = active else {
                self.remove(node);
                furthest -= 1;
                continue;
            };
            if is_first {
                bookmark = index + 1;
                is_first = false;
            }
        }
        if let Some(listed) = self.listed(id) {
            let element = self.formatting.remove(listed);
            bookmark -= usize::from(listed < bookmark);
            self.formatting.insert(bookmark.min(self.formatting.len()), element);
        }
        // It is another one: the end of the first is not the end of this.
        self.next_id += 1;
        let element = Open { id: self.next_id, ..self.open.remove(at) };
        self.open.insert(furthest, element);
        if let Some(moved) = self.formatting.iter_mut().find(|listed| listed.element.is_some_and(|old| old.id == id)) {
            moved.element = Some(element);
        }
    }
}
