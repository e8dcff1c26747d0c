// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
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
])('%j is words', (text) => expect(isFigures(text)).toBe(false));

let end: () => void;
beforeEach(() => {
  end = keepFigures();
});
afterEach(() => {
  end();
  cleanup();
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
