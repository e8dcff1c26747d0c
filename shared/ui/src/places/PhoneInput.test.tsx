// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { chosenCountry } from './countries.ts';
import { PhoneInput } from './PhoneInput.tsx';

beforeEach(() => chosenCountry.write('DE'));

function Phone({ first = '', orEmail = false }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <PhoneInput label="Phone" value={value} onChange={setValue} orEmail={orEmail} />
      <output>{value}</output>
    </>
  );
}

const number = () => screen.getByRole('status').textContent;
const code = () => screen.getByRole('button', { name: /calling code/ }).textContent;

test('a number begins with the calling code of its country', async () => {
  render(<Phone />);
  expect(code()).toBe('DE+49');
  await userEvent.type(screen.getByLabelText('Phone'), '0151 123');
  expect(number()).toBe('+490151 123');
  await userEvent.clear(screen.getByLabelText('Phone'));
  expect(number()).toBe('');
});

test('a country is found by its name and by its calling code, and is remembered', async () => {
  render(<Phone first="+49151" />);
  await userEvent.click(screen.getByRole('button', { name: /calling code/ }));
  await userEvent.type(screen.getByRole('searchbox'), 'cote d');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), '+886');
  await userEvent.click(screen.getByRole('radio', { name: /Taiwan/ }));
  expect(number()).toBe('+886151');
  expect(code()).toBe('TW+886');
  expect(chosenCountry.read()).toBe('TW');
});

test('a whole number that is typed or pasted chooses its country', async () => {
  render(<Phone />);
  await userEvent.click(screen.getByLabelText('Phone'));
  await userEvent.paste('+66 81 234 5678');
  expect(code()).toBe('TH+66');
  expect(number()).toBe('+66 81 234 5678');
  expect((screen.getByLabelText('Phone') as HTMLInputElement).value.trim()).toBe('81 234 5678');
  await userEvent.clear(screen.getByLabelText('Phone'));
  await userEvent.type(screen.getByLabelText('Phone'), '+4915');
  expect(number()).toBe('+4915');
  expect(code()).toBe('DE+49');
});

test.each([
  '\u202a+66 81 234 5678\u202c',
  '\u200e+66\u00a081\u00a0234\u00a05678\u200f',
  '\u2068＋６６ 81 234 5678\u2069',
])('a number as contacts copy it, with marks that are not seen, is that number: %j', async (text) => {
  render(<Phone />);
  await userEvent.click(screen.getByLabelText('Phone'));
  await userEvent.paste(text);
  expect([code(), number()]).toEqual(['TH+66', '+66 81 234 5678']);
});

test('what begins with no calling code stays as it is typed', async () => {
  render(<Phone />);
  await userEvent.type(screen.getByLabelText('Phone'), '+35');
  expect((screen.getByLabelText('Phone') as HTMLInputElement).value).toBe('+35');
  expect(number()).toBe('+35');
});

test('where an e-mail address may be given too, the calling code shows for numbers, and the field keeps the focus', async () => {
  render(<Phone orEmail />);
  const field = screen.getByLabelText('Phone') as HTMLInputElement;
  expect(screen.queryByRole('button', { name: /calling code/ })).toBeNull();
  await userEvent.type(field, '15');
  expect(code()).toBe('DE+49');
  expect(number()).toBe('+4915');
  await userEvent.type(field, 'a@example.com');
  expect(number()).toBe('15a@example.com');
  expect(screen.queryByRole('button', { name: /calling code/ })).toBeNull();
  expect(document.activeElement).toBe(field);
  await userEvent.clear(field);
  await userEvent.type(field, 'ada@example.com');
  expect(number()).toBe('ada@example.com');
});
