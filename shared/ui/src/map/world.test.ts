import { expect, test } from 'vitest';
import { COUNTRIES } from '../places/calling-codes.ts';
import { coordinatesOf } from './mercator.ts';
import { loadWorld } from './world.ts';

test('a point has the country that it lies in', async () => {
  const { at, countries } = await loadWorld();
  expect(at({ latitude: 52.52, longitude: 13.4 })).toBe('DE');
  expect(at({ latitude: 39.9, longitude: 116.4 })).toBe('CN');
  expect(at({ latitude: 42.6, longitude: 21 })).toBe('XK');
  expect(at({ latitude: 30, longitude: -40 })).toBeNull();
  const codes = countries.flatMap(({ code }) => (code === null ? [] : [code]));
  // Antarctica and its islands cannot be called.
  expect(codes.filter((code) => !COUNTRIES.includes(code))).toEqual(['TF', 'AQ']);
  for (const { path } of countries) expect(path).toMatch(/^M[\d.,MLZ-]+$/);
});

test('a country that is chosen has the pin of the map inside', async () => {
  const { at, countries, extentOf } = await loadWorld();
  for (const { code } of countries) {
    const extent = code === null ? null : extentOf(code);
    if (!extent) continue;
    expect(at(coordinatesOf(extent)), code ?? '').toBe(code);
    expect(Math.min(extent.width, extent.height)).toBeGreaterThan(0);
  }
  expect(extentOf('XX')).toBeNull();
});
