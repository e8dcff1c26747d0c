// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { placeOf } from './place-of.ts';
import { SortableList } from './SortableList.tsx';

function Kept() {
  const [names, set] = useState(['A', 'B', 'C', 'D']);
  const onMove = (from: number, to: number) => {
    const rest = names.filter((_, at) => at !== from);
    set([...rest.slice(0, to), names[from] as string, ...rest.slice(to)]);
  };
  return (
    <SortableList
      label="List"
      items={names.map((name) => ({ id: name, name, content: <span>{name}</span> }))}
      onMove={onMove}
      handle={(name) => `Move ${name}`}
      announced={(name, place, count) => `${name}: ${place} of ${count}`}
    />
  );
}
const order = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` });

test('keys move an item by one place or to an end, stay on it, and what became of it is announced', async () => {
  render(<Kept />);
  const user = userEvent.setup();
  handle('A').focus();
  await user.keyboard('{ArrowUp}{ArrowDown}');
  expect(order()).toEqual(['B', 'A', 'C', 'D']);
  expect(screen.getByRole('status').textContent).toBe('A: 2 of 4');
  await user.keyboard('{End}');
  expect(order()).toEqual(['B', 'C', 'D', 'A']);
  expect(document.activeElement).toBe(handle('A'));
  await user.keyboard('{Home}');
  expect(order()).toEqual(['A', 'B', 'C', 'D']);
});

test('a drag moves an item where it is let go; one that is called off, or that goes nowhere, leaves the order', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ height: 60 } as DOMRect);
  render(<Kept />);
  const drag = (name: string, by: number, end: 'pointerUp' | 'pointerCancel' = 'pointerUp') => {
    fireEvent.pointerDown(handle(name), { button: 0, clientY: 100, pointerId: 1 });
    fireEvent.pointerMove(handle(name), { clientY: 100 + by, pointerId: 1 });
    fireEvent[end](handle(name), { pointerId: 1 });
  };
  drag('A', 130);
  expect(order()).toEqual(['B', 'C', 'A', 'D']);
  drag('D', -400);
  expect(order()).toEqual(['D', 'B', 'C', 'A']);
  drag('B', 25);
  drag('B', 200, 'pointerCancel');
  expect(order()).toEqual(['D', 'B', 'C', 'A']);
  vi.restoreAllMocks();
});

test('a place is always one of the list, and follows the finger', () => {
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.integer({ min: -5_000, max: 5_000 }),
      fc.integer({ min: 1, max: 20 }),
      (at, by, more) => {
        const count = at + more;
        const place = placeOf(at, by, 60, count);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThan(count);
        expect(Math.sign(place - at) * Math.sign(by)).toBeGreaterThanOrEqual(0);
        expect(placeOf(at, by, 0, count)).toBe(at);
      },
    ),
  );
});
