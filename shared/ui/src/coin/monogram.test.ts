import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagAddress, markAddress } from './marks.ts';
import { baseOf, monogram } from './monogram.ts';

test('an instrument is drawn as its base currency', () => {
  expect(baseOf('BTC/USDT-PERP')).toBe('BTC');
  expect(baseOf('btc')).toBe('BTC');
});

test('a code without a picture has a colour by rule', () => {
  expect(monogram('AAPL').hue).toBeGreaterThanOrEqual(0);
  expect(monogram('AAPL').hue).toBeLessThan(360);
  expect(monogram('AAPL')).toEqual(monogram('AAPL'));
});

test('long symbols keep two letters', () => expect(monogram('GOOGL').letters).toBe('GO'));

const MARKS = new URL('../../marks/', import.meta.url);
const files = readdirSync(new URL('coins', MARKS));

test('coins have the logos that there are files of, each small, inert and with its source', () => {
  const sources = readFileSync(new URL('README.md', MARKS), 'utf8');
  for (const file of files) {
    const code = file.replace('.svg', '').toUpperCase();
    expect(markAddress(code), code).toMatch(new RegExp(`/coins/${file}$`));
    const svg = readFileSync(new URL(`coins/${file}`, MARKS), 'utf8');
    expect(svg.length, code).toBeLessThan(4_096);
    expect(svg, code).not.toMatch(/<script|\son\w+=|href="(?!#)/);
    expect(sources, code).toMatch(new RegExp(`[| ]${code}[| ]`));
  }
  expect(markAddress('AAPL')).toBeUndefined();
});

test('each coin that has an address has a file, and each currency a flag', () => {
  const source = readFileSync(new URL('./marks.ts', import.meta.url), 'utf8');
  const [, coins = ''] = /COINS =\s+'([^']+)'/.exec(source) ?? [];
  expect(coins.toLowerCase().split(' ')).toEqual(files.map((file) => file.replace('.svg', '')));
  expect(markAddress('EUR')).toBe(flagAddress('EU'));
  expect(markAddress('USD')).toMatch(/\/flags\/us\.svg$/);
});
