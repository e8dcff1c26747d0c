import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkSizes, type SizedBuild, screenSizes } from './size.ts';

const KIB = 1024;
/** Random bytes are incompressible: the same size before and after brotli. */
const noise = (kib: number) => randomBytes(kib * KIB).toString('latin1');
const ascii = (text: string) => Buffer.from(text, 'latin1');

const FILES: Readonly<Record<string, Uint8Array>> = {
  'remoteEntry.js': ascii(noise(4)),
  'remote.0123456789.js': ascii('r.e("draw"),r.e("rules"),r.e("en"),r.e("de")'),
  'draw.0123456789.js': ascii(`r.e("chart");${noise(10)}`),
  'draw.9876543210.css': ascii(noise(2)),
  'rules.0123456789.js': ascii('r.e("draw")'),
  'chart.0123456789.js': ascii(`r.e("axes");${noise(20)}`),
  'axes.0123456789.js': ascii(noise(5)),
  'en.0123456789.js': ascii(noise(1)),
  'de.0123456789.js': ascii(noise(3)),
  'rules-en.js': ascii(noise(5)),
};

const build = (budget: number): SizedBuild => ({
  budget,
  entry: 'remoteEntry.js',
  screens: {
    '/draw': ['remote.0123456789.js', 'draw.0123456789.js', 'draw.9876543210.css'],
    '/rules': ['remote.0123456789.js', 'rules.0123456789.js'],
  },
  texts: { en: 'en.0123456789.js', de: 'de.0123456789.js' },
  pageTexts: { '/rules': { en: ['rules-en.js'], de: [] } },
  files: Object.keys(FILES),
  read: (file) => FILES[file] as Uint8Array,
});

test('the size of a screen includes entry, files, later loads and the largest language, each once', () => {
  const sizes = screenSizes(build(100));
  expect(sizes.get('/draw')).toBeCloseTo(4 + 10 + 2 + 20 + 5 + 3, 0);
});

test('other screens and the other languages do not count, and texts of parts do', () => {
  expect(screenSizes(build(100)).get('/rules')).toBeCloseTo(4 + 1 + 5, 0);
});

test('a screen above the budget is reported with both figures', () => {
  const { findings, largest } = checkSizes(build(40));
  expect(largest).toBeCloseTo(44, 0);
  expect(findings).toEqual([
    { code: 'size-budget', message: expect.stringMatching(/^\/draw loads 44\.\d KiB, the budget is 40 KiB$/) },
  ]);
  expect(checkSizes(build(45)).findings).toEqual([]);
});
