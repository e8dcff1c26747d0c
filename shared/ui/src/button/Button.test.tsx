// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

test('a busy button keeps its name and focus but ignores presses', async () => {
  const press = vi.fn();
  render(
    <Button busy onClick={press}>
      Deposit
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Deposit' });
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('a busy button does not submit its form', async () => {
  const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy>
        Send
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(submit).not.toHaveBeenCalled();
});

test('with an address it is a link', () => {
  render(<Button href="#/pages/fund/receive">Deposit</Button>);
  expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('#/pages/fund/receive');
});

test('an icon button is named by its label', () => {
  render(<IconButton label="Close" icon={<svg aria-hidden="true" />} />);
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});
