import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenAt, type Move, moveSchema } from './moves.ts';
import { history, play } from './testing/histories.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

/** Where every value of a move that is not made of others stands, and every empty list. */
function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

function replaced(value: Json, [key, ...rest]: Path, change: (leaf: Json) => Json): Json {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((each, index) => (index === Number(key) ? replaced(each, rest, change) : each));
  return { ...(value as object), [key]: replaced((value as Record<string, Json>)[key] as Json, rest, change) };
}

function another(leaf: Json): Json {
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf === 'string') return leaf.endsWith('1') ? `${leaf.slice(0, -1)}2` : `${leaf.slice(0, -1)}1`;
  return leaf === null ? '1.0.9' : [...(leaf as Json[]), 'x'];
}

/** Whether somebody who reads the history notices: as no move any more, or as one that does not fit. */
const noticed = (moves: readonly Json[]): boolean => {
  const read = moves.map((move) => moveSchema.safeParse(move));
  return read.some(({ success }) => !success) || brokenAt(read.map(({ data }) => data as Move)) !== undefined;
};

const withSeveral = history.filter((moves) => moves.length > 1);

describe('the chain of moves', () => {
  test('is whole as it was written, and as it is read again', () => {
    fc.assert(
      fc.property(history, (moves) => {
        expect(brokenAt(moves)).toBeUndefined();
        expect(noticed(JSON.parse(JSON.stringify(moves)))).toBe(false);
      }),
    );
  });

  test('shows a change of any value in any move', () => {
    fc.assert(
      fc.property(history, fc.nat(), (moves, at) => {
        fc.pre(moves.length > 0);
        const index = at % moves.length;
        const written = JSON.parse(JSON.stringify(moves)) as Json[];
        for (const path of leavesOf(written[index] as Json)) {
          const changed = written.with(index, replaced(written[index] as Json, path, another));
          expect(noticed(changed), path.join('.')).toBe(true);
        }
      }),
    );
  });

  test('shows a field that was added or left out', () => {
    fc.assert(
      fc.property(history, fc.nat(), (moves, at) => {
        fc.pre(moves.length > 0);
        const index = at % moves.length;
        const written = JSON.parse(JSON.stringify(moves)) as Record<string, Json>[];
        const move = written[index] as Record<string, Json>;
        expect(noticed(written.with(index, { ...move, approved: true }))).toBe(true);
        for (const field of Object.keys(move)) {
          const { [field]: _gone, ...rest } = move;
          expect(noticed(written.with(index, rest)), field).toBe(true);
        }
      }),
    );
  });

  test('shows the first move that was changed, though all later ones are as they were', () => {
    fc.assert(
      fc.property(withSeveral, fc.nat(), (moves, at) => {
        const index = at % moves.length;
        const changed = moves.with(index, { ...(moves[index] as Move), why: 'it was never so' });
        expect(brokenAt(changed)).toBe(index + 1);
      }),
    );
  });

  test('shows a move that was taken out before others, and any two that were exchanged', () => {
    fc.assert(
      fc.property(withSeveral, fc.nat(), fc.nat(), (moves, one, other) => {
        const gone = one % (moves.length - 1);
        expect(brokenAt(moves.toSpliced(gone, 1))).toBe(gone + 2);
        const [first, second] = [one % moves.length, other % moves.length];
        fc.pre(first !== second);
        const swapped = moves.with(first, moves[second] as Move).with(second, moves[first] as Move);
        expect(brokenAt(swapped)).toBeDefined();
      }),
    );
  });

  test('shows a move written anew with a hash that fits it, as long as one follows', () => {
    const moves = play([
      { kind: 'promote', name: 'markets', version: '1.0.0' },
      { kind: 'promote', name: 'markets', version: '1.0.1' },
    ]);
    const [forged] = play([{ kind: 'promote', name: 'markets', version: '1.0.3' }]);
    expect(brokenAt(moves.with(0, forged as Move))).toBe(2);
  });

  test('holds in whatever order the fields of a stored move come', () => {
    const reversed = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, each]) => [key, reversed(each)]),
      );
    };
    fc.assert(
      fc.property(history, (moves) => {
        const shuffled = (JSON.parse(JSON.stringify(moves)) as Json[]).map(reversed);
        expect(noticed(shuffled)).toBe(false);
      }),
    );
  });
});
