//! Threads: which message answers which, by their identifiers, or else by their subjects.

use std::collections::HashMap;

use super::message::{ArchivedMessage, NO_SUBJECT};

/// How many seconds may be between two messages that only share a subject: 90 days.
const MOST_SECONDS: i64 = 90 * 86_400;

/// The words before the colon of the subject of an answer, in lower case.
const ANSWERS: [&str; 8] = ["re", "aw", "sv", "vs", "antw", "odp", "rif", "回复"];

/// A message in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) index: usize,
    /// How many messages of the thread are above it.
    pub(super) depth: usize,
    pub(super) parent: Option<Parent>,
}

/// The message that a message answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parent {
    pub(super) index: usize,
    pub(super) tie: Tie,
}

/// Why a message is below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// It names the other.
    Named,
    /// Both name a message that is not here.
    Missing,
    /// They share a subject.
    Subject,
}

/// Returns the threads by date. Each begins with its first message, and answers follow what they answer.
///
/// As in JWZ's algorithm, a message belongs to the nearest message that it names and that is present. One that names only absent messages
/// belongs to the first that names one of them, too. Any other that has the subject of an answer belongs to the last thread before it with
/// that subject.
pub(super) fn threads(messages: &[ArchivedMessage], known: &HashMap<u64, usize>) -> Vec<Vec<Member>> {
    let seconds = |index: usize| messages[index].date.as_ref().map(|(_, seconds)| *seconds);
    let mut order: Vec<usize> = (0..messages.len()).collect();
    order.sort_by_key(|&index| (seconds(index).unwrap_or(i64::MAX), index));
    let mut trees = Trees::new(order.len());
    for &index in &order {
        let parents = messages[index].parents.iter().filter_map(|parent| known.get(parent));
        let _ = parents.copied().any(|parent| trees.join(index, parent, Tie::Named));
    }
    let mut absent: HashMap<u64, usize> = HashMap::new();
    for &index in &order {
        let parents = || messages[index].parents.iter().filter(|parent| !known.contains_key(parent));
        if trees.parents[index].is_none() {
            let _ =
                parents().filter_map(|parent| absent.get(parent)).any(|&first| trees.join(index, first, Tie::Missing));
        }
        for &parent in parents() {
            absent.entry(parent).or_insert(index);
        }
    }
    let mut subjects: HashMap<String, usize> = HashMap::new();
    for &index in &order {
        let (Some(date), None) = (seconds(index), trees.parents[index]) else { continue };
        let (subject, is_answer) = base(&messages[index].subject);
        if subject.is_empty() || subject == NO_SUBJECT {
            continue;
        }
        let root = subjects.get(&subject).copied();
        let is_near = |&root: &usize| seconds(root).is_some_and(|root| date - root <= MOST_SECONDS);
        match root.filter(is_near).filter(|_| is_answer) {
            Some(root) => drop(trees.join(index, root, Tie::Subject)),
            None => drop(subjects.insert(subject, index)),
        }
    }
    trees.in_order(&order)
}

/// Returns a subject in lower case without `Re:` and names of lists, and `true` if it was that of an answer.
fn base(subject: &str) -> (String, bool) {
    let subject = subject.to_lowercase();
    let (mut rest, mut is_answer) = (subject.trim_start(), false);
    loop {
        if let Some((_, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            rest = after.trim_start();
        } else if let Some((_, after)) = rest.split_once([':', '：']).filter(|(word, _)| {
            // `Re[2]:` is the second answer.
            ANSWERS.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | '^' | ' ')))
        }) {
            (rest, is_answer) = (after.trim_start(), true);
        } else {
            return (rest.split_whitespace().collect::<Vec<_>>().join(" "), is_answer);
        }
    }
}

/// Trees of messages. A message without a parent is a root.
struct Trees {
    parents: Vec<Option<Parent>>,
    /// A step toward the root of each (union and find).
    toward: Vec<usize>,
}

impl Trees {
    fn new(count: usize) -> Trees {
        Trees { parents: vec![None; count], toward: (0..count).collect() }
    }

    fn root(&mut self, mut index: usize) -> usize {
        while self.toward[index] != index {
            self.toward[index] = self.toward[self.toward[index]];
            index = self.toward[index];
        }
        index
    }

    /// Makes a message the child of another, unless that would be a circle. Returns `true` if it did.
    fn join(&mut self, child: usize, index: usize, tie: Tie) -> bool {
        let (own, other) = (self.root(child), self.root(index));
        if own == other {
            return false;
        }
        self.toward[own] = other;
        self.parents[child] = Some(Parent { index, tie });
        true
    }

    /// Returns the trees, with their roots and all children in this order.
    fn in_order(&self, order: &[usize]) -> Vec<Vec<Member>> {
        let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
        for &index in order.iter().rev() {
            if let Some(parent) = self.parents[index] {
                children.entry(parent.index).or_default().push(index);
            }
        }
        let roots = order.iter().filter(|&&index| self.parents[index].is_none());
        let tree = |&root: &usize| {
            let (mut tree, mut waiting) = (Vec::new(), vec![(root, 0)]);
            while let Some((index, depth)) = waiting.pop() {
                tree.push(Member { index, depth, parent: self.parents[index] });
                waiting.extend(children.get(&index).into_iter().flatten().map(|&child| (child, depth + 1)));
            }
            tree
        };
        roots.map(tree).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_no_tree() {
        let mut trees = Trees::new(4);
        let mut join = |child, index| trees.join(child, index, Tie::Named);
        assert!(join(1, 0) && join(2, 1));
        assert!(!join(0, 2) && !join(3, 3));
        let trees = trees.in_order(&[3, 0, 1, 2]);
        let depths: Vec<Vec<_>> =
            trees.iter().map(|tree| tree.iter().map(|member| (member.index, member.depth)).collect()).collect();
        assert_eq!(depths, [vec![(3, 0)], vec![(0, 0), (1, 1), (2, 2)]]);
    }

    #[test]
    fn subjects_of_answers_are_known() {
        for (subject, expected, is_answer) in [
            ("Re: Soup", "soup", true),
            ("[cooks] RE: re[2]:  Hot  soup", "hot soup", true),
            ("Re: [cooks] Soup", "soup", true),
            ("AW: Soup", "soup", true),
            ("Resoup: hot", "resoup: hot", false),
            ("Soup: hot", "soup: hot", false),
            ("Re:", "", true),
            ("[cooks", "[cooks", false),
        ] {
            assert_eq!(base(subject), (expected.to_owned(), is_answer), "{subject}");
        }
    }

    #[test]
    fn answers_to_an_absent_message_are_a_thread() {
        let message = |parents: &[u64], day: i64| ArchivedMessage {
            parents: parents.to_vec(),
            date: Some((String::new(), day * 86_400)),
            ..ArchivedMessage::default()
        };
        // The fourth answers the first, and the absent 91; so the fifth belongs to it, too.
        let messages =
            [message(&[90], 1), message(&[], 2), message(&[92, 90], 3), message(&[10, 91], 4), message(&[91], 5)];
        let threads = threads(&messages, &HashMap::from([(10, 0)]));
        let members = |thread: &Vec<Member>| thread.iter().map(|member| (member.index, member.depth)).collect();
        let members: Vec<Vec<_>> = threads.iter().map(members).collect();
        assert_eq!(members, [vec![(0, 0), (2, 1), (3, 1), (4, 2)], vec![(1, 0)]]);
        assert_eq!(threads[0][1].parent, Some(Parent { index: 0, tie: Tie::Missing }));
    }

    #[test]
    fn an_answer_without_references_joins_the_last_thread_with_its_subject() {
        let message = |subject: &str, day: i64| ArchivedMessage {
            subject: subject.to_owned(),
            date: Some((String::new(), day * 86_400)),
            ..ArchivedMessage::default()
        };
        let messages = [
            message("Soup", 1),
            message("Soup", 5),
            message("Re: soup", 6),
            message("Re: Soup", 400),
            message("Soup", 401),
        ];
        let roots: Vec<Vec<usize>> = threads(&messages, &HashMap::new())
            .iter()
            .map(|thread| thread.iter().map(|member| member.index).collect())
            .collect();
        assert_eq!(roots, [vec![0], vec![1, 2], vec![3], vec![4]]);
    }
}
