import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenAt, type ReleaseEvent, releaseEventSchema } from './release-event.ts';
import { history, play } from './testing/histories.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

/** Paths of every leaf value and every empty list in an event. */
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

/** Whether a reader of the history detects the change: as an invalid event or a broken chain. */
const noticed = (events: readonly Json[]): boolean => {
  const read = events.map((event) => releaseEventSchema.safeParse(event));
  return read.some(({ success }) => !success) || brokenAt(read.map(({ data }) => data as ReleaseEvent)) !== undefined;
};

const withSeveral = history.filter((events) => events.length > 1);

describe('the chain of events', () => {
  test('is intact when written and when read back', () => {
    fc.assert(
      fc.property(history, (events) => {
        expect(brokenAt(events)).toBeUndefined();
        expect(noticed(JSON.parse(JSON.stringify(events)))).toBe(false);
      }),
    );
  });

  test('detects a change of any value in any event', () => {
    fc.assert(
      fc.property(history, fc.nat(), (events, at) => {
        fc.pre(events.length > 0);
        const index = at % events.length;
        const written = JSON.parse(JSON.stringify(events)) as Json[];
        for (const path of leavesOf(written[index] as Json)) {
          const changed = written.with(index, replaced(written[index] as Json, path, another));
          expect(noticed(changed), path.join('.')).toBe(true);
        }
      }),
    );
  });

  test('detects an added or removed field', () => {
    fc.assert(
      fc.property(history, fc.nat(), (events, at) => {
        fc.pre(events.length > 0);
        const index = at % events.length;
        const written = JSON.parse(JSON.stringify(events)) as Record<string, Json>[];
        const event = written[index] as Record<string, Json>;
        expect(noticed(written.with(index, { ...event, approved: true }))).toBe(true);
        for (const field of Object.keys(event)) {
          const { [field]: _gone, ...rest } = event;
          expect(noticed(written.with(index, rest)), field).toBe(true);
        }
      }),
    );
  });

  test('reports the first changed event even if all later ones are unchanged', () => {
    fc.assert(
      fc.property(withSeveral, fc.nat(), (events, at) => {
        const index = at % events.length;
        const changed = events.with(index, { ...(events[index] as ReleaseEvent), why: 'it was never so' });
        expect(brokenAt(changed)).toBe(index + 1);
      }),
    );
  });

  test('detects a removed event before others, and any two swapped events', () => {
    fc.assert(
      fc.property(withSeveral, fc.nat(), fc.nat(), (events, one, other) => {
        const gone = one % (events.length - 1);
        expect(brokenAt(events.toSpliced(gone, 1))).toBe(gone + 2);
        const [first, second] = [one % events.length, other % events.length];
        fc.pre(first !== second);
        const swapped = events.with(first, events[second] as ReleaseEvent).with(second, events[first] as ReleaseEvent);
        expect(brokenAt(swapped)).toBeDefined();
      }),
    );
  });

  test('detects an event rewritten with a matching hash, as long as another one follows', () => {
    const events = play([
      { kind: 'promote', name: 'markets', version: '1.0.0' },
      { kind: 'promote', name: 'markets', version: '1.0.1' },
    ]);
    const [forged] = play([{ kind: 'promote', name: 'markets', version: '1.0.3' }]);
    expect(brokenAt(events.with(0, forged as ReleaseEvent))).toBe(2);
  });

  test('does not depend on the field order of stored events', () => {
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
      fc.property(history, (events) => {
        const shuffled = (JSON.parse(JSON.stringify(events)) as Json[]).map(reversed);
        expect(noticed(shuffled)).toBe(false);
      }),
    );
  });
});
