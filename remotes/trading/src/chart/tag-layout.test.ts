// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layTags, type PlacedTag } from './tag-layout.ts';

const HEIGHT = 88;
const tagAt = (y: number, height = HEIGHT): PlacedTag => ({
  element: document.createElement('div'),
  y,
  height,
  handle: true,
});
const placed = ({ element }: PlacedTag) => ({
  y: Number(/translateY\((.*)px\)/.exec(element.style.transform)?.[1]),
  beyond: element.dataset.beyond,
  place: element.style.getPropertyValue('--place'),
});

test('handles of prices that are not drawn wait side by side at the edge, the nearest by the axis', () => {
  const sell = tagAt(-4_000);
  const stops = [tagAt(300), tagAt(9_000)];
  layTags([...stops.toReversed(), sell]);
  expect(placed(sell)).toEqual({ y: 10, beyond: 'above', place: '0' });
  expect(stops.map(placed)).toEqual([
    { y: HEIGHT - 10, beyond: 'below', place: '0' },
    { y: HEIGHT - 10, beyond: 'below', place: '1' },
  ]);
});

test('a handle within the scale is never moved by those beyond it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9_000, max: 9_000 }), { maxLength: 6 }), (others) => {
      const own = tagAt(HEIGHT / 2);
      layTags([own, ...others.filter((y) => y < 0 || y > HEIGHT).map((y) => tagAt(y))]);
      expect(placed(own)).toMatchObject({ y: HEIGHT / 2, beyond: undefined });
    }),
  );
});
