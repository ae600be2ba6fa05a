//! In which order states can be solved: what a state needs comes before it.

use super::graph::Graph;

/// The strongly connected components (Tarjan 1972, SIAM J. Comput. 1, 146, without recursion), each before those that
/// lead to it; `follows` says whether a state needs the states after it.
pub(super) fn components(graph: &Graph, follows: impl Fn(usize) -> bool) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = graph.len();
    let (mut index, mut low, mut is_open) = (vec![UNSEEN; count], vec![0u32; count], vec![false; count]);
    let (mut open, mut path) = (Vec::<u32>::new(), Vec::<(u32, usize)>::new());
    let mut found = Vec::new();
    let mut next = 0;
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        path.push((root as u32, 0));
        while let Some((node, step)) = path.pop() {
            let at = node as usize;
            if step == 0 {
                index[at] = next;
                low[at] = next;
                next += 1;
                open.push(node);
                is_open[at] = true;
            }
            let steps = if follows(at) { graph.steps(at) } else { &[] };
            if let Some(to) = steps.get(step).map(|step| step.to) {
                path.push((node, step + 1));
                if index[to as usize] == UNSEEN {
                    path.push((to, 0));
                } else if is_open[to as usize] {
                    low[at] = low[at].min(index[to as usize]);
                }
                continue;
            }
            if low[at] == index[at] {
                let from = open.iter().rposition(|other| *other == node).unwrap_or(0);
                let component = open.split_off(from);
                component.iter().for_each(|node| is_open[*node as usize] = false);
                found.push(component);
            }
            if let Some((above, _)) = path.last() {
                low[*above as usize] = low[*above as usize].min(low[at]);
            }
        }
    }
    found
}
