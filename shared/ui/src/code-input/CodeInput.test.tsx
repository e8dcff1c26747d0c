// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CodeInput } from './CodeInput.tsx';

function Code({ onComplete }: { readonly onComplete: (digits: string) => void }) {
  const [value, setValue] = useState('');
  return <CodeInput label="Code" value={value} onChange={setValue} onComplete={onComplete} />;
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

test('offers itself for codes from messages', () => {
  render(<Code onComplete={() => undefined} />);
  expect([input().autocomplete, input().inputMode]).toEqual(['one-time-code', 'numeric']);
});
