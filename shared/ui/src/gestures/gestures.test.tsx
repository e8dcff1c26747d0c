// @vitest-environment jsdom
import '../testing/english.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PullToRefresh } from './PullToRefresh.tsx';
import { SwipePanel } from './SwipePanel.tsx';

type Point = readonly [x: number, y: number];

function drag(element: Element, [fromX, fromY]: Point, [toX, toY]: Point) {
  const at = (clientX: number, clientY: number) => ({ clientX, clientY });
  fireEvent.touchStart(element, { touches: [at(fromX, fromY)] });
  fireEvent.touchMove(element, { touches: [at((fromX + toX) / 2, (fromY + toY) / 2)] });
  fireEvent.touchMove(element, { touches: [at(toX, toY)] });
  fireEvent.touchEnd(element, { touches: [], changedTouches: [at(toX, toY)] });
}

const IDS = ['open', 'history', 'trades'] as const;

test('a swipe shows the next tab or the one before; ends, edges, scrolling and sliders are left alone', () => {
  const onChange = vi.fn();
  render(
    <SwipePanel ids={IDS} value="history" onChange={onChange}>
      <p>rows</p>
      <input type="range" aria-label="amount" />
    </SwipePanel>,
  );
  const rows = screen.getByText('rows');
  drag(rows, [300, 100], [180, 110]);
  drag(rows, [100, 100], [220, 110]);
  expect(onChange.mock.calls).toEqual([['trades'], ['open']]);

  onChange.mockClear();
  drag(rows, [300, 100], [270, 100]);
  drag(rows, [300, 100], [200, 300]);
  drag(rows, [5, 100], [200, 100]);
  drag(screen.getByRole('slider'), [300, 100], [100, 100]);
  expect(onChange).not.toHaveBeenCalled();
});

test('there is no tab after the last', () => {
  const onChange = vi.fn();
  render(
    <SwipePanel ids={IDS} value="trades" onChange={onChange}>
      rows
    </SwipePanel>,
  );
  drag(screen.getByText('rows'), [300, 100], [100, 100]);
  expect(onChange).not.toHaveBeenCalled();
});

test('a pull at the top reads again, once at a time; a button does the same', async () => {
  let arrive = () => {};
  const refresh = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
  );
  render(<PullToRefresh refresh={refresh} />);
  const button = screen.getByRole('button', { name: 'Refresh' });
  drag(document.body, [200, 100], [200, 160]);
  drag(document.body, [200, 300], [200, 100]);
  drag(document.body, [200, 100], [390, 160]);
  expect(refresh).not.toHaveBeenCalled();

  drag(document.body, [200, 100], [205, 300]);
  drag(document.body, [200, 100], [205, 300]);
  expect(refresh).toHaveBeenCalledOnce();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  arrive();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await userEvent.click(button);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('a page that is scrolled down, and what scrolls itself, are not pulled', () => {
  const refresh = vi.fn();
  render(
    <>
      <PullToRefresh refresh={refresh} />
      <div data-testid="scrolled">list</div>
    </>,
  );
  screen.getByTestId('scrolled').scrollTop = 40;
  drag(screen.getByTestId('scrolled'), [200, 100], [200, 300]);
  vi.stubGlobal('scrollY', 120);
  drag(document.body, [200, 100], [200, 300]);
  vi.unstubAllGlobals();
  expect(refresh).not.toHaveBeenCalled();
});
