/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

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

test('the colours that the product fixes are kept', () => {
  expect(light.get('ground')).toBe('#f2f6f7');
  expect(themes.dark.get('ground')).toBe('#0f1012');
  expect([light.get('green-mark'), light.get('red-mark')]).toEqual(['#28ba98', '#f04a5a']);
});
