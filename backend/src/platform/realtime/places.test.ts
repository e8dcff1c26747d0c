import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Places } from './places.ts';

const limits = { connections: 20_000, ofAccount: 20 };

it('the connections of an address have half a million channels of a node’s two million, and others go on', () => {
  const places = new Places<number>(limits);
  places.enter(0, '198.51.100.7');
  places.enter(1, '203.0.113.9');
  let held = 0;
  while (places.hold(0)) held += 1;
  // 50,000 and a quarter of what is free, which is less with each of them.
  expect(held).toBe(440_000);
  expect(places.hold(1)).toBe(true);
  places.letGo(0, 1_000);
  expect(places.hold(0)).toBe(true);
  places.leave(0);
  places.enter(2, '198.51.100.7');
  expect(places.hold(2)).toBe(true);
});

it('a node has no more channels than its most, and all of them come back', () => {
  const step = fc.record({ of: fc.nat(5), by: fc.integer({ min: -8, max: 8 }), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const places = new Places<number>({ ...limits, channels: 20 });
      const held = new Map<number, number>();
      for (const { of, by, leaves } of steps) {
        if (!held.has(of)) {
          places.enter(of, `198.51.100.${of % 2}`);
          held.set(of, 0);
        }
        if (leaves) {
          places.leave(of);
          held.delete(of);
          continue;
        }
        if (by < 0) {
          const gone = Math.min(-by, held.get(of) ?? 0);
          places.letGo(of, gone);
          held.set(of, (held.get(of) ?? 0) - gone);
        }
        for (let more = 0; more < by; more += 1) if (places.hold(of)) held.set(of, (held.get(of) ?? 0) + 1);
        if ([...held.values()].reduce((sum, each) => sum + each, 0) > 20) return false;
      }
      for (const of of held.keys()) places.leave(of);
      places.enter(9, '203.0.113.9');
      for (let more = 0; more < 20; more += 1) if (!places.hold(9)) return false;
      return !places.hold(9);
    }),
  );
});
