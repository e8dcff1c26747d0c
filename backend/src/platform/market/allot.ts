/**
 * Divides whole lots among those who want some, in proportion to what each wants and no more than that: what the rounding
 * leaves goes to the largest remainders, among equal ones to the first.
 */
export function allot(lots: number, wanted: readonly number[]): number[] {
  const total = wanted.reduce((sum, each) => sum + each, 0);
  if (lots >= total) return [...wanted];
  const exact = wanted.map((each) => BigInt(lots) * BigInt(each));
  const shares = exact.map((each) => Number(each / BigInt(total)));
  const left = lots - shares.reduce((sum, each) => sum + each, 0);
  const largestFirst = exact
    .map((each, index) => ({ index, rest: each % BigInt(total) }))
    .toSorted((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1));
  for (const { index } of largestFirst.slice(0, left)) shares[index] = (shares[index] as number) + 1;
  return shares;
}
