// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PayKeypad } from './PayKeypad.tsx';

const entered = () => screen.getByRole('status').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('six presses make the code, a wrong one can be taken back', async () => {
  const complete = vi.fn();
  render(<PayKeypad title="Payment password" onComplete={complete} />);
  for (const key of ['1', '2', '9', 'Delete', '3', '4', '5']) await press(key);
  expect([entered(), complete.mock.calls.length]).toEqual(['5 of 6 digits entered', 0]);
  await press('6');
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
});

test('a keyboard types on it too', async () => {
  const complete = vi.fn();
  render(<PayKeypad title="Payment password" onComplete={complete} />);
  await userEvent.keyboard('12x9{Backspace}3456');
  expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
});

test('waits while the code is checked and empties when it was wrong', async () => {
  const keypad = (state: { busy?: boolean; error?: string }) => (
    <PayKeypad title="Payment password" onComplete={() => undefined} {...state} />
  );
  const { rerender } = render(keypad({}));
  await userEvent.keyboard('123456');
  rerender(keypad({ busy: true }));
  expect(entered()).toBe('6 of 6 digits entered');
  rerender(keypad({ error: 'Wrong, 4 tries left' }));
  expect(entered()).toBe('0 of 6 digits entered');
  expect(screen.getByRole('alert').textContent).toBe('Wrong, 4 tries left');
});
