// @vitest-environment jsdom
import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { compactMainIndicators, mainIndicators } from './choices.ts';
import { LINES } from './palette-colors.ts';

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

/** Relative luminance: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** Distance in the RGB cube, whose edge is 1. */
const distance = (one: string, other: string): number =>
  Math.hypot(...channels(one).map((channel, at) => channel - (channels(other)[at] ?? 0)));

test('lines of indicators differ from each other, and are seen on the ground of either theme', () => {
  for (const [place, colour] of LINES.entries()) {
    for (const ground of ['#0f1012', '#f2f6f7']) expect(contrast(colour, ground), colour).toBeGreaterThanOrEqual(2.8);
    for (const other of LINES.slice(place + 1))
      expect(distance(colour, other), `${colour} ${other}`).toBeGreaterThan(0.17);
    const next = LINES[place + 1];
    if (next) expect(distance(colour, next), `${colour} ${next}`).toBeGreaterThan(0.4);
  }
});

test('the compact chart has its own indicators', () => {
  const store = createStore();
  store.set(compactMainIndicators, ['EMA', 'BOLL']);
  expect(store.get(compactMainIndicators)).toEqual(['EMA', 'BOLL']);
  expect(store.get(mainIndicators)).toEqual(['MA']);
});
