/** Density of Student's t without its constant factor. */
const density = (t: number, freedom: number): number => (1 + (t * t) / freedom) ** (-(freedom + 1) / 2);

/** Chance that Student's t exceeds this value; Simpson's rule. */
function tail(t: number, freedom: number): number {
  const integral = (from: number, to: number): number => {
    const parts = 2_000;
    const width = (to - from) / parts;
    let sum = density(from, freedom) + density(to, freedom);
    for (let part = 1; part < parts; part++) sum += density(from + part * width, freedom) * (part % 2 === 1 ? 4 : 2);
    return (sum * width) / 3;
  };
  const half = integral(0, 200);
  return integral(t, 200) / (2 * half);
}

/** One-sided chance that a standard normal exceeds 3: what `t > 3` stands for in a single test. */
const SINGLE = 0.001_349_9;

/** The t that the largest of so many tests exceeds by chance as rarely as a single one exceeds 3 (Šidák, 1967). */
export function criticalT(tests: number, freedom: number): number {
  const chance = 1 - (1 - SINGLE) ** (1 / tests);
  let low = 0;
  let high = 100;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (tail(middle, freedom) > chance) low = middle;
    else high = middle;
  }
  return high;
}
