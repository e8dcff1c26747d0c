// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFigures, keepFigures } from './keep-figures.ts';

test.each([
  ['64,000.00'],
  ['+1.25 %'],
  ['≈ US$5.10'],
  ['0.5 BTC'],
  ['1 234,5 USDT'],
  ['63.0M'],
  ['10x'],
  ['12:30:45'],
  ['2026-11-28'],
  ['BTC/USDT'],
  ['/USDT'],
  ['TRC20'],
  ['1INCH/USDT'],
  ['UID: 20481357'],
  ['bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'],
  ['0x71c7…976f'],
  ['MIRA-29'],
  ['K7Q2XD'],
  ['(12)'],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['1234abcd-4f89-41d3-9a0c-abcdefabcdef'],
])('%j is figures', (text) => expect(isFigures(text)).toBe(true));

test.each([
  [''],
  ['–'],
  ['Buy'],
  ['Buy BTC'],
  ['Minimum 0.001 BTC'],
  ['28 Nov 2026'],
  ['in 5 min'],
  ['10 万'],
  ['Fee 0.1 %'],
  ['Bitcoin'],
  ['2 of 3'],
  ['24h-change'],
  ['Level-1'],
  ['2-factor'],
  ['1-month'],
  ['2-factor-code:'],
  ['24-Std.-Limit'],
])('%j is words', (text) => expect(isFigures(text)).toBe(false));

test('no text of the product is taken for figures but abbreviations and shares', () => {
  const known =
    /^(?:(?:TP|SL|TWAP|APR|ADL|OCO|AI|IA|KI|LC|FX|NFT|IBAN|BIC|SWIFT|SHA-256)(?:\/|$))+$|^\d+ T$|^[\d.%~～]+$/;
  const textsIn = (value: unknown): readonly string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);
  const root = join(import.meta.dirname, '../../..');
  const files = globSync('{host,remotes/*,shared/*}/src/**/i18n/*.json', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const texts = files.flatMap((file) => textsIn(JSON.parse(readFileSync(join(root, file), 'utf8'))));
  expect(texts.filter((text) => isFigures(text) && !known.test(text))).toEqual([]);
});

let end: () => void;
beforeEach(() => {
  end = keepFigures();
});
afterEach(() => {
  end();
});

let show: (value: string) => void;
function Row() {
  const [value, setValue] = useState('100.5');
  show = setValue;
  return (
    <p data-testid="row">
      <span data-testid="label">Price</span>
      <b data-testid="value">
        {value} {'USDT'}
      </b>
      <i data-testid="own" translate="yes">
        7
      </i>
    </p>
  );
}
const settled = () => act(() => new Promise<void>((done) => setTimeout(done)));
const marks = () =>
  ['row', 'label', 'value', 'own'].filter((id) => screen.getByTestId(id).getAttribute('translate') === 'no');

test('figures are marked when they come, what has words is not, and a mark follows the text', async () => {
  render(<Row />);
  await settled();
  expect(marks()).toEqual(['value']);
  act(() => show('Closed'));
  await settled();
  expect(marks()).toEqual([]);
  act(() => show('101'));
  await settled();
  expect(marks()).toEqual(['value']);
});

test('a mark follows words that come into an element below it, and go', async () => {
  document.body.innerHTML = '<p>5 <span><b></b></span></p>';
  const [text, below] = [...document.querySelectorAll('p, b')];
  await settled();
  expect(text?.getAttribute('translate')).toBe('no');
  for (const put of [
    () => below?.replaceChildren('orders are waiting'),
    () => below?.replaceChildren(Object.assign(document.createElement('u'), { textContent: 'orders are waiting' })),
  ]) {
    put();
    await settled();
    expect(text?.hasAttribute('translate')).toBe(false);
    below?.replaceChildren('6');
    await settled();
    expect(text?.getAttribute('translate')).toBe('no');
  }
  document.body.innerHTML = '';
});

test('what was in the page before is marked, too', () => {
  end();
  document.body.innerHTML = '<dl><dt>UID</dt><dd>20481357</dd><dd>Open</dd></dl>';
  end = keepFigures();
  expect([...document.querySelectorAll('[translate=no]')].map(({ textContent }) => textContent)).toEqual([
    'UID',
    '20481357',
  ]);
  document.body.innerHTML = '';
});
