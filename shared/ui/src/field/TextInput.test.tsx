// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PasswordInput } from './PasswordInput.tsx';
import { TextInput } from './TextInput.tsx';

const ignore = () => undefined;

test('an error takes the place of the helper and describes the field', () => {
  const { rerender } = render(<TextInput label="Nickname" value="M" onChange={ignore} helper="As others see you" />);
  const described = () => {
    const id = screen.getByRole('textbox', { name: 'Nickname' }).getAttribute('aria-describedby');
    return id && document.getElementById(id)?.textContent;
  };
  expect(described()).toBe('As others see you');
  rerender(<TextInput label="Nickname" value="M" onChange={ignore} helper="As others see you" error="Too short" />);
  expect(described()).toBe('Too short');
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
});

test('a password shows itself on demand', async () => {
  render(<PasswordInput label="Password" value="secret1" onChange={ignore} />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  expect(input.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.type).toBe('password');
});
