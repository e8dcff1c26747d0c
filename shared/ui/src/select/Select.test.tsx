// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Select } from './Select.tsx';

const OPTIONS = [
  { value: 'trc', label: 'TRC20', note: 'Fee 1 USDT' },
  { value: 'erc', label: 'ERC20', note: 'Fee 5 USDT' },
];

function Network() {
  const [value, setValue] = useState<string | null>(null);
  return <Select label="Network" options={OPTIONS} value={value} onChange={setValue} searchable />;
}

test('a press on a choice takes it and closes the list', async () => {
  render(<Network />);
  await userEvent.click(screen.getByRole('button', { name: 'Network: Select' }));
  await userEvent.click(screen.getByRole('radio', { name: /ERC20/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Network: ERC20' })).toBeTruthy();
});

test('a search without matches shows an empty state', async () => {
  render(<Network />);
  await userEvent.click(screen.getByRole('button', { name: 'Network: Select' }));
  await userEvent.type(screen.getByRole('searchbox'), 'fee 5');
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  await userEvent.type(screen.getByRole('searchbox'), '9');
  expect(screen.getByText('No match')).toBeTruthy();
});
