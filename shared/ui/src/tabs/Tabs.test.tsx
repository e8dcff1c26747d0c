// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

const ITEMS = [
  { id: 'open', label: 'Open', count: 2 },
  { id: 'history', label: 'History' },
  { id: 'trades', label: 'Trades' },
];

function Orders() {
  const [value, setValue] = useState('open');
  return (
    <Tabs label="Orders" items={ITEMS} value={value} onChange={setValue}>
      Panel {value}
    </Tabs>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

test('arrows wander round the tabs, Home and End reach the ends', async () => {
  render(<Orders />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('History');
  await userEvent.keyboard('{End}{ArrowRight}');
  expect(chosen()).toBe('Open2');
  await userEvent.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('Trades');
  await userEvent.keyboard('{Home}');
  expect(chosen()).toBe('Open2');
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }));
});

test('only the chosen tab is in the order of focus, and its panel bears its name', async () => {
  render(<Orders />);
  await userEvent.click(screen.getByRole('tab', { name: 'Trades' }));
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
  expect(screen.getByRole('tabpanel', { name: 'Trades' }).textContent).toBe('Panel trades');
});
