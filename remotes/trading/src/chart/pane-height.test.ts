import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paneHeight } from './pane-height.ts';

test('the candles keep at least half of the height, whatever stands below them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      (total, count, compact) => {
        const height = paneHeight(total, count, compact);
        expect(height * count).toBeLessThanOrEqual(total / 2);
        expect(height).toBeLessThanOrEqual(84);
      },
    ),
  );
});

test('panes have their usual height where there is room, and before the chart has one', () => {
  expect([paneHeight(900, 3, false), paneHeight(400, 1, true), paneHeight(0, 2, false)]).toEqual([84, 44, 84]);
  // A phone on its side, with three panes.
  expect(paneHeight(300, 3, false)).toBe(50);
});
