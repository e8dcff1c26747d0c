// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ValueCurve } from './ValueCurve.tsx';

const points = [10, 30, 20, 40].map((value, at) => ({ at, value: String(value) }));

function open() {
  render(
    <ValueCurve
      label="Funds"
      points={points}
      direction="up"
      marked={[2]}
      axis={(value) => `${value} USD`}
      time={(at) => `day ${at}`}
      spoken={(place) => (place === null ? 'all' : `day ${place}: ${points[place]?.value}`)}
    >
      {(place) => <output>{place === null ? 'all' : points[place]?.value}</output>}
    </ValueCurve>,
  );
  const curve = screen.getByRole('slider', { name: 'Funds' });
  vi.spyOn(curve.parentElement as Element, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 300, 100));
  const at = (x: number, pointerType = 'touch') => ({ clientX: x, pointerType });
  return { curve, at, shown: () => screen.getByRole('status').textContent };
}

test('the axis names the highest, the middle and the lowest value, and the time its ends', () => {
  open();
  for (const text of ['40 USD', '25 USD', '10 USD', 'day 0', 'day 3']) expect(screen.getByText(text)).toBeTruthy();
});

test('a finger reads the point below it, and lets go of it', () => {
  const { curve, at, shown } = open();
  fireEvent.pointerDown(curve, at(205));
  expect(shown()).toBe('30');
  fireEvent.pointerMove(curve, at(290));
  expect(shown()).toBe('20');
  expect(curve.getAttribute('aria-valuetext')).toBe('day 2: 20');
  fireEvent.pointerUp(curve, at(290));
  expect(shown()).toBe('all');
  fireEvent.pointerDown(curve, at(0));
  expect(shown()).toBe('10');
  // The page scrolls with it.
  fireEvent.pointerCancel(curve, at(0));
  expect(shown()).toBe('all');
});

test('a mouse reads as it moves, with its button or without, until it leaves', () => {
  const { curve, at, shown } = open();
  fireEvent.pointerMove(curve, at(400, 'mouse'));
  fireEvent.pointerUp(curve, at(400, 'mouse'));
  expect(shown()).toBe('40');
  fireEvent.pointerLeave(curve, at(500, 'mouse'));
  expect(shown()).toBe('all');
});

test('the first key reads the newest point, further ones those before it', () => {
  const { curve, shown } = open();
  fireEvent.keyDown(curve, { key: 'ArrowLeft' });
  expect(shown()).toBe('40');
  fireEvent.keyDown(curve, { key: 'ArrowDown' });
  expect(shown()).toBe('20');
  fireEvent.keyDown(curve, { key: 'Home' });
  fireEvent.keyDown(curve, { key: 'ArrowLeft' });
  expect(shown()).toBe('10');
  fireEvent.keyDown(curve, { key: 'Escape' });
  expect(shown()).toBe('all');
});

test('a value that never changed has one label, and one point is no curve', () => {
  const flat = (some: typeof points) =>
    render(
      <ValueCurve
        label="Flat"
        points={some}
        direction="up"
        axis={(value) => `${value} USD`}
        time={String}
        spoken={String}
      />,
    );
  const { unmount } = flat(points.map(({ at }) => ({ at, value: '5' })));
  expect(screen.getAllByText('5 USD')).toHaveLength(1);
  unmount();
  flat(points.slice(0, 1));
  expect(screen.queryByRole('slider')).toBeNull();
});
