// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
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

test('typing gives a plain decimal string and keeps the text as it is typed', async () => {
  render(<Amount />);
  await userEvent.type(input(), '1.50');
  expect([input().value, value()]).toEqual(['1.50', '1.5']);
  await userEvent.type(input(), 'x');
  expect(input().value).toBe('1.50');
});

test('pasting replaces the text', async () => {
  render(<Amount />);
  await userEvent.type(input(), '7');
  await userEvent.paste('1,234.5');
  expect(value()).toBe('1234.5');
});

test('a pasted amount with its unit is taken; one that can be read in two ways is refused in words', async () => {
  render(<Amount />);
  await userEvent.click(input());
  await userEvent.paste('0.5 BTC');
  expect(value()).toBe('0.5');
  await userEvent.paste('1,234');
  expect(value()).toBe('0.5');
  expect(screen.getByText('“1,234” can be read in two ways. Enter the amount by hand.')).toBeTruthy();
  await userEvent.paste('0.7 ETH');
  expect(screen.getByText('“0.7 ETH” is in another currency')).toBeTruthy();
  await userEvent.type(input(), '1');
  expect([value(), input().getAttribute('aria-invalid')]).toEqual(['0.51', null]);
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
