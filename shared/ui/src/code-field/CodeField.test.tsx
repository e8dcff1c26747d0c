// @vitest-environment jsdom
import '../testing/english.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodeField } from './CodeField.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const field = { value: '', onChange: () => undefined, sending: false };
const button = () => screen.getByRole<HTMLButtonElement>('button');

test('a code is sent to the recipient once it is known', () => {
  const send = vi.fn();
  const { rerender } = render(<CodeField {...field} helper="We send a code." sent={undefined} onSend={undefined} />);
  expect([button().textContent, button().disabled]).toEqual(['Send code', true]);
  expect(screen.getByText('We send a code.')).toBeDefined();
  rerender(<CodeField {...field} sent={undefined} onSend={send} />);
  fireEvent.click(button());
  expect(send).toHaveBeenCalledOnce();
});

test('the focus goes to the boxes once a code was sent, and again with the next one', () => {
  const { rerender } = render(<CodeField {...field} sent={undefined} onSend={() => undefined} />);
  expect(document.activeElement).toBe(document.body);
  const again = (at: number) =>
    rerender(<CodeField {...field} sent={{ sent_to: 'a', resend_at: at }} onSend={() => undefined} />);
  again(1);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  button().focus();
  again(2);
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('another code can be requested when the server allows it, and not before', () => {
  const sent = { sent_to: 'd***o@example.com', resend_at: Date.now() + 2_000 };
  render(<CodeField {...field} sent={sent} onSend={() => undefined} />);
  expect(screen.getByText('Sent to d***o@example.com. It is valid for 10 minutes.')).toBeDefined();
  expect([button().textContent, button().disabled]).toEqual(['Send again (2s)', true]);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(button().textContent).toBe('Send again (1s)');
  act(() => void vi.advanceTimersByTime(1_000));
  expect([button().textContent, button().disabled]).toEqual(['Send code', false]);
});
