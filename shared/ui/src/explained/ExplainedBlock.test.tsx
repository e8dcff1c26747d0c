// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ExplainedBlock } from './ExplainedBlock.tsx';

test('one control lists the figures of a block, and each opens what it is made of', async () => {
  const user = userEvent.setup();
  render(
    <ExplainedBlock
      title="Funds"
      figures={[
        { title: 'Total', value: '12', formula: ['Total = free + held', '10 + 2 = 12'] },
        { title: 'Held', value: '2', children: <p>Two orders</p> },
      ]}
    />,
  );
  expect(screen.queryByText('10 + 2 = 12')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'How it is calculated: Funds' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Funds' }));
  expect(sheet.queryByText('10 + 2 = 12')).toBeNull();
  await user.click(sheet.getByRole('button', { name: /^Total/ }));
  expect(sheet.getByText('10 + 2 = 12')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: /^Held/ }));
  expect(sheet.getByText('Two orders')).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: /^Held/ }));
  expect(sheet.queryByText('Two orders')).toBeNull();
});
