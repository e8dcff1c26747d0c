// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SegmentedControl } from './SegmentedControl.tsx';

test('is a group of radio buttons of which one is on', async () => {
  const change = vi.fn();
  const options = [
    { value: 'buy', label: 'Buy', tone: 'buy' },
    { value: 'sell', label: 'Sell', tone: 'sell' },
  ] as const;
  render(<SegmentedControl label="Side" options={options} value="buy" onChange={change} />);
  expect(screen.getByRole('group', { name: 'Side' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Buy' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Sell' }));
  expect(change).toHaveBeenCalledExactlyOnceWith('sell');
});
