import { describe, expect, it } from 'vitest';
import { keyOf, partsOf, type What } from './due-key.ts';
import { LEAST, MOST, MOST_ENTRIES, type Turn, turnsOf } from './due-turns.ts';

const many = (what: What, count: number, userOf: (index: number) => string): Turn[] =>
  Array.from({ length: count }, (_, index) => ({ key: keyOf(what, String(index)), what, userId: userOf(index) }));

/** Nothing can be executed: what was tried goes to the end, as it does in the market. Returns the keys of each step. */
function steps(turns: readonly Turn[], count: number): string[][] {
  const queue = new Map(turns.map((turn) => [turn.key, turn]));
  return Array.from({ length: count }, () => {
    const tried = turnsOf(queue.values());
    for (const turn of tried) {
      queue.delete(turn.key);
      queue.set(turn.key, turn);
    }
    return tried.map(({ key }) => key);
  });
}

const victim: Turn = { key: keyOf('liquidation', '9999'), what: 'liquidation', userId: 'victim' };

describe('turns of what is due', () => {
  it.each<[What, (index: number) => string]>([
    ['stop', (index) => String(index % 3)],
    ['closing', String],
    ['trigger', String],
  ])('a liquidation comes before 401 of kind %s that cannot be executed', (what, userOf) => {
    const [first] = steps([...many(what, 401, userOf), victim], 1);
    expect(first?.[0]).toBe(victim.key);
  });

  it('no kind takes the turns of another, however many wait of it', () => {
    const kinds: readonly What[] = ['liquidation', 'closing', 'trigger', 'stop'];
    const [first = []] = steps(
      kinds.flatMap((what) => many(what, 1_000, String)),
      1,
    );
    expect(first).toHaveLength(MOST);
    for (const what of kinds) expect(first.filter((key) => partsOf(key)[0] === what)).toHaveLength(LEAST);
  });

  it('what one kind leaves of a step goes to those that wait', () => {
    const [first = []] = steps([...many('closing', 1_000, String), victim], 1);
    expect(first).toHaveLength(MOST);
  });

  it('each of 1,001 closings that cannot be executed is tried within three steps', () => {
    expect(new Set(steps(many('closing', 1_001, String), 3).flat()).size).toBe(1_001);
  });

  it('a user with many stop orders keeps nobody from entering, and comes to each of them', () => {
    const flood = many('stop', 140, () => 'flood');
    const other: Turn = { key: keyOf('stop', '9999'), what: 'stop', userId: 'other' };
    const tried = steps([...flood, other], 7);
    expect(tried[0]).toHaveLength(MOST_ENTRIES + 1);
    expect(tried[0]).toContain(other.key);
    expect(new Set(tried.flat()).size).toBe(141);
  });
});
