/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { monogram } from '../coin/monogram.ts';

const css = readFileSync(fileURLToPath(new URL('./colour.css', import.meta.url)), 'utf8');

/** Custom properties of every block with this selector, in order. */
function properties(selector: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const selectors = name?.replace(/\/\*[\s\S]*?\*\//g, '').split(',') ?? [];
    if (!selectors.some((one) => one.trim() === selector)) continue;
    for (const [, key, value] of (body ?? '').matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(key ?? '', value ?? '');
  }
  return found;
}

const light = properties(':root');
const themes = { light, dark: new Map([...light, ...properties('[data-theme="dark"]')]) };
const directions = { standard: '', 'red-up': '[data-direction="red-up"]', cb: '[data-direction="cb"]' };

type Palette = ReadonlyMap<string, string>;

function colour(palette: Palette, token: string): readonly [number, number, number] {
  const value = palette.get(token) ?? '';
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (alias) return colour(palette, alias);
  const hex = /^#([0-9a-f]{6})/.exec(value)?.[1];
  if (!hex) throw new Error(`--${token} is no colour: ${value}`);
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

/** Relative luminance and contrast ratio by WCAG 2.2. */
function luminance(rgb: readonly [number, number, number]): number {
  const [r, g, b] = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(palette: Palette, one: string, other: string): number {
  const [a, b] = [luminance(colour(palette, one)), luminance(colour(palette, other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const SURFACES = ['ground', 'surface-1', 'surface-2'];
const TEXTS = ['text-strong', 'text-normal', 'text-weak', 'accent', 'warn', 'danger', 'success'];
const FILLS = [
  ['on-accent', 'accent-fill'],
  ['on-fill', 'danger-fill'],
  ['on-toast', 'toast'],
] as const;

describe.each(Object.entries(themes))('the %s theme', (_, palette) => {
  test.each(TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)))(
    'reads: %s on %s',
    (text, on) => expect(contrast(palette, text, on)).toBeGreaterThanOrEqual(4.5),
  );

  test.each(FILLS)('reads: %s on %s', (text, on) => expect(contrast(palette, text, on)).toBeGreaterThanOrEqual(4.5));

  test.each(SURFACES)('outlines of controls and of focus stand out from %s', (surface) => {
    expect(contrast(palette, 'control-line', surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette, 'focus', surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(directions))('directions read in the %s pair', (_name, selector) => {
    const pair = selector ? new Map([...palette, ...properties(selector)]) : palette;
    for (const side of ['up', 'down']) {
      for (const surface of SURFACES) expect(contrast(pair, `${side}-text`, surface)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(pair, 'on-fill', `${side}-fill`)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** The bases of all instruments that the catalogue begins with, by the source of the seed. */
function seededBases(): readonly string[] {
  const folder = new URL('../../../../backend/src/domains/instruments/seed/', import.meta.url);
  const source = ['coins.ts', 'stocks.ts', 'forex.ts', 'futures.ts']
    .map((name) => readFileSync(fileURLToPath(new URL(name, folder)), 'utf8'))
    .join();
  return [
    ...new Set(
      [...source.matchAll(/'([A-Z0-9]{1,8}(?:\.[A-Z]{1,2})?)(?:\/[A-Z]{3,5})?'/g)].map(([, base = '']) => base),
    ),
  ];
}

/** sRGB of `oklch(50% 0.11 120)`, by the matrices of CSS Color 4; a channel beyond the gamut is cut. */
function oklch(lightness: number, chroma: number, hue: number): readonly [number, number, number] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const gamma = (channel: number) => {
    const cut = Math.min(1, Math.max(0, channel));
    return cut <= 0.0031308 ? cut * 12.92 : 1.055 * cut ** (1 / 2.4) - 0.055;
  };
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
function hsl(hue: number, saturation: number, lightness: number): readonly [number, number, number] {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

test.each(Object.entries(themes))('the letters of every instrument are read on their tile, %s', (_, palette) => {
  const bases = seededBases();
  expect(bases.length).toBeGreaterThan(140);
  for (const base of [...bases, 'USDT']) {
    const { hue } = monogram(base);
    // As `.ui-tile` says them: where the browser knows OKLCH, and where not.
    for (const ground of [oklch(0.5, 0.11, hue), hsl(hue, 0.5, 0.3)]) {
      const [one, other] = [luminance(ground), luminance(colour(palette, 'on-fill'))];
      expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05), base).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('the colours that the product fixes are kept', () => {
  expect(light.get('ground')).toBe('#f2f6f7');
  expect(themes.dark.get('ground')).toBe('#0f1012');
  expect([light.get('green-mark'), light.get('red-mark')]).toEqual(['#28ba98', '#f04a5a']);
});
