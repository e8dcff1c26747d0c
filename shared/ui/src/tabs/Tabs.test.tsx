// @vitest-environment jsdom
import '../testing/english.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
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

test('a tab beyond the edge that the address chooses is scrolled to, and again once a number has made tabs wider', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(80);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(120);
  const show = (count: number) => (
    <Tabs label="Orders" items={[...ITEMS, { id: 'bids', label: 'Bids', count }]} value="bids" onChange={vi.fn()} />
  );
  const { rerender } = render(show(1));
  const list = screen.getByRole('tablist');
  expect(list.scrollLeft).toBe(280);
  list.scrollLeft = 0;
  rerender(show(1));
  expect(list.scrollLeft).toBe(0);
  rerender(show(2));
  expect(list.scrollLeft).toBe(280);
  vi.restoreAllMocks();
});

test('only the chosen tab is in the order of focus, and its panel bears its name', async () => {
  render(<Orders />);
  await userEvent.click(screen.getByRole('tab', { name: 'Trades' }));
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
  expect(screen.getByRole('tabpanel', { name: 'Trades' }).textContent).toBe('Panel trades');
});
