// @vitest-environment jsdom
import '../testing/english.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as fc from 'fast-check';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CodeInput } from './CodeInput.tsx';
import { codeIn } from './code-in.ts';

type CodeProps = { readonly onComplete: (digits: string) => void; readonly error?: string };

function Code(props: CodeProps) {
  const [value, setValue] = useState('');
  return <CodeInput label="Code" value={value} onChange={setValue} {...props} />;
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code, 6 digits' });

test('accepts only digits and reports completion', async () => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  await userEvent.type(input(), '12a34 5');
  expect([input().value, complete.mock.calls.length]).toEqual(['12345', 0]);
  await userEvent.type(input(), '6');
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
});

test('a pasted code may carry spaces and dashes', async () => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  await userEvent.click(input());
  await userEvent.paste('123-456 ');
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
});

const paste = async (text: string) => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  await userEvent.click(input());
  await userEvent.paste(text);
  return { complete, shown: input().value, problem: screen.queryByText('Enter 6 digits') !== null };
};

test.each([
  ['in 10 minutes expires: 123456', '123456'],
  ['Ihr Code: 123 456 (gültig 10 Minuten)', '123456'],
  ['\u202a123456\u202c', '123456'],
  ['１２３４５６', '123456'],
  ['123456\nEnter 123456 within 10 minutes', '123456'],
  ['2026-11 … 123456', '123456'],
  ['555-123: your code is 123456', '123456'],
  ['12 34 56', '123456'],
])('finds the code in a copied text: %j', async (text, code) => {
  const { complete, shown, problem } = await paste(text);
  expect(complete).toHaveBeenCalledExactlyOnceWith(code);
  expect([shown, problem]).toEqual([code, false]);
});

test.each([
  'in 10 minutes expires: 12345',
  '123456 or 654321',
  '1234567',
  '12',
  'abc',
  '12-34-56',
  '2026-11',
  '1-23456',
])('refuses a text that holds no code, or several: %j', async (text) => {
  const { complete, shown, problem } = await paste(text);
  expect(complete).not.toHaveBeenCalled();
  expect([shown, problem]).toEqual(['', true]);
  await userEvent.type(input(), '1');
  expect([input().value, screen.queryByText('Enter 6 digits')]).toEqual(['1', null]);
});

test('a pasted code takes the place of what was typed, and what is filled in is read as what is pasted', async () => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  await userEvent.type(input(), '12');
  await userEvent.paste('123456');
  expect(input().value).toBe('123456');
  await userEvent.clear(input());
  fireEvent.change(input(), { target: { value: '10 minutes: 654321' } });
  expect(complete.mock.calls).toEqual([['123456'], ['654321']]);
});

test('digits that arrive together are taken as typed ones are', () => {
  const complete = vi.fn();
  render(<Code onComplete={complete} />);
  fireEvent.change(input(), { target: { value: '12' } });
  expect(input().value).toBe('12');
  fireEvent.change(input(), { target: { value: '12３4' } });
  expect(input().value).toBe('1234');
  fireEvent.change(input(), { target: { value: '123456' } });
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
  fireEvent.change(input(), { target: { value: '12345678' } });
  expect([input().value, screen.queryByText('Enter 6 digits')]).toEqual(['123456', expect.anything()]);
});

test('what was refused gives way to a later error of the form', async () => {
  const { rerender } = render(<Code onComplete={() => undefined} />);
  await userEvent.click(input());
  await userEvent.paste('abc');
  expect(screen.getByText('Enter 6 digits')).toBeTruthy();
  rerender(<Code onComplete={() => undefined} error="The code has expired" />);
  expect(screen.getByText('The code has expired')).toBeTruthy();
  await userEvent.paste('abc');
  expect(screen.getByText('Enter 6 digits')).toBeTruthy();
});

test('what was refused ends when the form changes the code', async () => {
  const field = (value: string) => <CodeInput label="Code" value={value} onChange={() => undefined} />;
  const { rerender } = render(field('12'));
  await userEvent.click(input());
  await userEvent.paste('abc');
  expect(screen.getByText('Enter 6 digits')).toBeTruthy();
  rerender(field(''));
  expect(screen.queryByText('Enter 6 digits')).toBeNull();
});

test('digits of other numbers are never part of a code', () => {
  const word = fc.stringMatching(/^[a-z:.]{1,8}$/);
  const number = fc.nat({ max: 99_999_999 }).map(String);
  fc.assert(
    fc.property(fc.array(fc.oneof(word, number), { maxLength: 6 }), (words) => {
      const code = codeIn(words.join(' x '), 6);
      const codes = new Set(words.filter((each) => /^\d{6}$/.test(each)));
      expect(code).toBe(codes.size === 1 ? [...codes][0] : null);
    }),
  );
});

test('offers itself for codes from messages', () => {
  render(<Code onComplete={() => undefined} />);
  expect([input().autocomplete, input().inputMode]).toEqual(['one-time-code', 'numeric']);
});
