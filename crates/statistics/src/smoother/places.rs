//! Where the points of a design lie: numbers as shares of their range, names as far from each other.

/// Places of points by some axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Of each point its value on each axis: a number, or the number of a name.
    at: Vec<Vec<f64>>,
    /// Of each axis whether its values are names, of which none is nearer to one than another.
    is_name: Vec<bool>,
}

impl Places {
    /// Numbers are scaled so that each axis goes from 0 to 1.
    pub fn of(mut at: Vec<Vec<f64>>, is_name: Vec<bool>) -> Places {
        for axis in (0..is_name.len()).filter(|axis| !is_name[*axis]) {
            let ends = at.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], place| {
                [low.min(place[axis]), high.max(place[axis])]
            });
            let range = if ends[1] > ends[0] { ends[1] - ends[0] } else { 1.0 };
            at.iter_mut().for_each(|place| place[axis] = (place[axis] - ends[0]) / range);
        }
        Places { at, is_name }
    }

    /// How many points there are.
    pub fn count(&self) -> usize {
        self.at.len()
    }

    /// How many axes there are.
    pub fn axes(&self) -> usize {
        self.is_name.len()
    }

    /// Those of some points.
    #[must_use]
    pub fn some(&self, points: &[usize]) -> Places {
        Places { at: points.iter().map(|point| self.at[*point].clone()).collect(), is_name: self.is_name.clone() }
    }

    /// Whether the values of an axis are names.
    pub fn is_name(&self, axis: usize) -> bool {
        self.is_name[axis]
    }

    /// The square of the distance of two points on one axis.
    pub fn square(&self, axis: usize, one: usize, other: usize) -> f64 {
        let apart = self.at[one][axis] - self.at[other][axis];
        match self.is_name[axis] {
            true => f64::from(u8::from(apart != 0.0)),
            false => apart * apart,
        }
    }

    /// The square of the distance of two points, each axis times its weight.
    fn apart(&self, weights: &[f64], one: usize, other: usize) -> f64 {
        weights.iter().enumerate().map(|(axis, weight)| weight * self.square(axis, one, other)).sum()
    }

    /// So many points, each as far as can be from those before it (T. F. Gonzalez, Theor. Comput. Sci. 38 (1985) 293);
    /// the first ones where that leaves a choice.
    pub fn spread(&self, weights: &[f64], count: usize) -> Vec<usize> {
        let mut nearest = vec![f64::INFINITY; self.count()];
        let mut found = Vec::new();
        while found.len() < count.min(self.count()) {
            let farthest =
                (1..nearest.len()).fold(0, |most, point| if nearest[point] > nearest[most] { point } else { most });
            if nearest[farthest] <= 0.0 {
                break;
            }
            found.push(farthest);
            for (point, nearest) in nearest.iter_mut().enumerate() {
                *nearest = nearest.min(self.apart(weights, point, farthest));
            }
        }
        found
    }
}
