import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  coordinatesOf,
  fitting,
  LIMIT,
  moved,
  pointOf,
  TILE,
  type Tile,
  tilesOf,
  within,
  worldSize,
  zoomed,
} from './mercator.ts';

/** Pixels. */
const EDGE = 0.001;

const latitude = fc.double({ min: -LIMIT, max: LIMIT, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const view = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
  zoom: fc.double({ min: 0, max: 18, noNaN: true }),
});

test('a point leads back to its coordinates', () => {
  fc.assert(
    fc.property(latitude, longitude, (north, east) => {
      const back = coordinatesOf(pointOf({ latitude: north, longitude: east }));
      expect(back.latitude).toBeCloseTo(north, 6);
      expect(back.longitude).toBeCloseTo(east, 6);
    }),
  );
  // Berlin in the tile 5/17/10 of every server of such tiles.
  const berlin = pointOf({ latitude: 52.52, longitude: 13.405 });
  expect([Math.floor(berlin.x * 32), Math.floor(berlin.y * 32)]).toEqual([17, 10]);
});

test('what is under the fingers stays there while a map is zoomed', () => {
  const offset = fc.integer({ min: -200, max: 200 });
  fc.assert(
    fc.property(view, offset, offset, fc.double({ min: -3, max: 3, noNaN: true }), (from, right, down, steps) => {
      const to = zoomed(from, steps, 18, right, down);
      expect(to.x + right / worldSize(to.zoom)).toBeCloseTo(from.x + right / worldSize(from.zoom), 9);
      expect(to.y + down / worldSize(to.zoom)).toBeCloseTo(from.y + down / worldSize(from.zoom), 9);
    }),
  );
});

test('a map that is dragged follows, and stays in the world', () => {
  const { x, y } = moved({ x: 0.5, y: 0.5, zoom: 1 }, 64, -64);
  expect([x, y]).toEqual([0.375, 0.625]);
  expect(within({ x: -3, y: 2, zoom: 40 }, 6)).toEqual({ x: 0, y: 1, zoom: 6 });
});

test('an extent fits into the view that shows it', () => {
  const size = { width: 390, height: 300 };
  const { zoom } = fitting({ x: 0.5, y: 0.3, width: 0.02, height: 0.03 }, size, 18);
  expect(0.02 * worldSize(zoom)).toBeLessThan(size.width);
  expect(0.03 * worldSize(zoom)).toBeLessThan(size.height);
});

test('tiles cover the view, each once, and none lies outside of the world', () => {
  const size = { width: 390, height: 300 };
  fc.assert(
    fc.property(view, (shown) => {
      const tiles = tilesOf('https://tiles.example/{z}/{x}/{y}.png', shown, size);
      expect(new Set(tiles.map(({ key }) => key)).size).toBe(tiles.length);
      const level = 2 ** Math.round(shown.zoom);
      for (const { key } of tiles) {
        const [, column = -1, row = -1] = key.split('/').map(Number);
        expect(Math.min(column, row)).toBeGreaterThanOrEqual(0);
        expect(Math.max(column, row)).toBeLessThan(level);
      }
      // At the edge of the world by the rounding of floating point.
      const [left, top] = [195 + EDGE, 150 + EDGE];
      const covers = (tile: Tile) =>
        tile.left <= left &&
        tile.top <= top &&
        tile.left + tile.size >= 195 - EDGE &&
        tile.top + tile.size >= 150 - EDGE;
      expect(tiles.some(covers)).toBe(true);
      expect(tiles.length).toBeLessThanOrEqual(((390 / TILE) * 1.5 + 2) * ((300 / TILE) * 1.5 + 2));
    }),
  );
});
