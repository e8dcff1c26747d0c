// @vitest-environment jsdom
import '../testing/english.ts';
import { bus } from '@tessera/bus/host';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AmountInput, type AmountInputProps } from './AmountInput.tsx';

function Amount(props: Partial<AmountInputProps>) {
  const [value, setValue] = useState('');
  return (
    <>
      <AmountInput label="Amount" unit="BTC" scale={5} step="0.00001" {...props} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const value = () => screen.getByRole('status').textContent;

test('typing gives a plain decimal string, with groups in the signs of the language', async () => {
  render(<Amount />);
  await userEvent.type(input(), '1.50');
  expect([input().value, value()]).toEqual(['1.50', '1.5']);
  await userEvent.clear(input());
  await userEvent.type(input(), '1,234,567.8');
  expect([input().value, value()]).toEqual(['1,234,567.8', '1234567.8']);
});

test.each([
  ['en', '1,000.5', '1000.5', '1,000.5'],
  ['en', '1.000,5', '1000.5', '1,000.5'],
  ['de', '1,000.5', '1000.5', '1.000,5'],
  ['de', '1.000,5', '1000.5', '1.000,5'],
] as const)('in %s, %s typed key by key is %s', async (language, keys, plain, shown) => {
  bus.emit('language', { code: language, locale: language });
  render(<Amount />);
  await userEvent.type(input(), keys);
  expect([value(), input().value]).toEqual([plain, shown]);
  bus.emit('language', { code: 'en', locale: 'en' });
});

test('a letter stays in sight, and there is no amount while it stands', async () => {
  render(<Amount />);
  await userEvent.type(input(), '1e3');
  expect([input().value, value(), input().getAttribute('aria-invalid')]).toEqual(['1e3', '', 'true']);
  expect(screen.getByText('“1e3” is not an amount')).toBeTruthy();
  await userEvent.type(input(), '{Backspace}{Backspace}2');
  expect([input().value, value(), input().getAttribute('aria-invalid')]).toEqual(['12', '12', null]);
});

test('what another language reads otherwise is written out below, and only that', async () => {
  render(<Amount />);
  await userEvent.type(input(), '1,000');
  expect([value(), screen.queryByText('Read as 1,000.00 BTC')]).toEqual(['1000', expect.anything()]);
  await userEvent.clear(input());
  await userEvent.type(input(), '1.234');
  expect([value(), screen.queryByText('Read as 1.2340 BTC')]).toEqual(['1.234', expect.anything()]);
  await userEvent.clear(input());
  await userEvent.type(input(), '1000');
  expect([input().value, screen.queryByText(/Read as/)]).toEqual(['1,000', null]);
});

test('how it is read stands beside what is wrong with it', async () => {
  bus.emit('language', { code: 'de', locale: 'de' });
  render(<Amount balance="500" />);
  await userEvent.type(input(), '1.234');
  expect(value()).toBe('1234');
  const below = document.getElementById(input().getAttribute('aria-describedby') ?? '');
  expect(below?.textContent).toBe('More than available · Read as 1.234,00 BTC');
  bus.emit('language', { code: 'en', locale: 'en' });
});

test('digits are put in and taken out anywhere, and the caret stays with them', async () => {
  render(<Amount />);
  await userEvent.type(input(), '234567');
  await userEvent.type(input(), '1', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect([input().value, input().selectionStart]).toEqual(['1,234,567', 1]);
  await userEvent.keyboard('9');
  expect([input().value, input().selectionStart]).toEqual(['19,234,567', 2]);
  await userEvent.keyboard('{Delete}{Delete}');
  expect([input().value, value()]).toEqual(['1,934,567', '1934567']);
  await userEvent.keyboard('{Backspace}{Backspace}');
  expect([input().value, input().selectionStart]).toEqual(['34,567', 0]);
});

test('pasting replaces the text; digits beyond the scale are left out, and that is said', async () => {
  render(<Amount />);
  await userEvent.type(input(), '7');
  await userEvent.paste('1,234.5');
  expect(value()).toBe('1234.5');
  await userEvent.paste('0.1234567');
  expect([value(), screen.queryByText('At most 5 decimals')]).toEqual(['0.12345', expect.anything()]);
});

test('a copied amount with its unit is taken; one of another currency is refused in words', async () => {
  render(<Amount />);
  await userEvent.click(input());
  await userEvent.paste('0.5 BTC');
  expect(value()).toBe('0.5');
  await userEvent.paste('0.7 ETH');
  expect([value(), screen.queryByText('“0.7 ETH” is in another currency')]).toEqual(['0.5', expect.anything()]);
  await userEvent.type(input(), '1');
  expect([value(), input().getAttribute('aria-invalid')]).toEqual(['0.51', null]);
});

test('an input method composes full-width digits undisturbed', async () => {
  render(<Amount />);
  await userEvent.type(input(), '100');
  fireEvent.compositionStart(input());
  fireEvent.input(input(), { target: { value: '100５' }, isComposing: true });
  expect([input().value, value()]).toEqual(['100５', '100']);
  fireEvent.compositionEnd(input());
  expect([input().value, value()]).toEqual(['1,005', '1005']);
});

test('a percentage is a share of the balance in whole steps', async () => {
  render(<Amount balance="1.00001" percentages={[50, 100]} />);
  await userEvent.click(screen.getByRole('button', { name: '50%' }));
  expect([input().value, value()]).toEqual(['0.5', '0.5']);
  await userEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(value()).toBe('1.00001');
});

test('exceeding the balance is shown immediately, falling below the minimum on blur', async () => {
  render(<Amount balance="2" min="0.001" />);
  await userEvent.type(input(), '3');
  expect(screen.getByText('More than available')).toBeTruthy();
  expect(input().getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(input());
  await userEvent.type(input(), '0.0001');
  expect(screen.queryByText('Minimum 0.001 BTC')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('Minimum 0.001 BTC')).toBeTruthy();
});

test('the buttons go to the next step and stop at zero', async () => {
  render(<Amount scale={1} step="0.5" stepper />);
  const up = screen.getByRole('button', { name: 'Increase' });
  const down = screen.getByRole('button', { name: 'Decrease' });
  await userEvent.type(input(), '0.7');
  await userEvent.click(up);
  expect(value()).toBe('1');
  await userEvent.clear(input());
  await userEvent.type(input(), '0.7');
  await userEvent.click(down);
  expect(value()).toBe('0.5');
  await userEvent.click(down);
  expect(value()).toBe('0');
  expect(down).toHaveProperty('disabled', true);
});
