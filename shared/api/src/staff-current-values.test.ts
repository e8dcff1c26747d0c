import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import type { Call } from './kit/contract.ts';

/* Changes of two members are shown beside the values that they replace: each place that a call declares exists. */

const calls: Readonly<Record<string, Call>> = contract;

type Schema = {
  readonly def: { readonly shape?: Record<string, Schema>; readonly element?: Schema; readonly innerType?: Schema };
};

/** The fields of an object, of the entries of a list, or of what may be null. */
const shapeOf = ({ def }: Schema): Record<string, Schema> => {
  const inner = def.element ?? def.innerType;
  return inner ? shapeOf(inner) : (def.shape ?? {});
};

const replacing = Object.entries(calls).flatMap(([id, { staff, input }]) =>
  staff?.members === 2 && staff.current !== null ? [{ id, input, current: staff.current }] : [],
);

describe('the values that a change of two members replaces', () => {
  it('are declared by most calls', () => expect(replacing.length).toBeGreaterThan(15));

  it.each(replacing)('$id reads them where they are', ({ input, current: { read, at, as = {}, names = [] } }) => {
    const reading = calls[read];
    expect([reading?.method, reading?.access]).toEqual(['GET', 'staff']);
    const given = Object.keys(shapeOf(input as unknown as Schema));
    let fields = reading ? shapeOf(reading.output as unknown as Schema) : {};
    const known = new Set(Object.keys(fields));
    for (const { list, by } of at) {
      expect(Object.keys(fields)).toContain(list);
      fields = fields[list] ? shapeOf(fields[list]) : {};
      for (const field of Object.keys(fields)) known.add(field);
      for (const [from, to] of Object.entries(by)) {
        expect(given).toContain(from);
        expect(Object.keys(fields)).toContain(to);
      }
    }
    for (const [name, path] of Object.entries(as)) {
      expect(given).toContain(name);
      let place = fields;
      for (const field of path.split('.')) {
        expect(Object.keys(place)).toContain(field);
        place = place[field] ? shapeOf(place[field]) : {};
      }
      known.add(name);
    }
    for (const name of names) expect(known).toContain(name);
    // One that names nothing of what is set would show no former value.
    const keys = at.flatMap(({ by }) => Object.keys(by));
    const shown = given.filter((name) => known.has(name) && !['reason', ...keys].includes(name));
    expect(shown.length + names.length).toBeGreaterThan(0);
  });
});
