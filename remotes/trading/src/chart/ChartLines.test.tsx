// @vitest-environment jsdom
import { startScreens } from '@tessera/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Chart, OverlayCreate, YAxis } from 'klinecharts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../remote.tsx';
import { ChartLines } from './ChartLines.tsx';
import type { ChartLine, LineMove } from './chart-line.ts';
import type { PlaceLine } from './trade-line.ts';

/** A pixel is 10, the upper edge stands at 64,000. */
const axis = { convertFromPixel: (y: number) => 64_000 - 10 * y } as YAxis;
const HEIGHT = 200;

type Drawn = Partial<OverlayCreate> & {
  readonly extendData?: { readonly place: PlaceLine; readonly text: string | null };
};

/** The chart as far as lines use it: what is drawn is placed at once, as in the next frame. */
function fakeChart() {
  const drawn = new Map<string, number>();
  const onAxis = new Map<string, string | null | undefined>();
  const beside: number[] = [];
  const place = ({ id, points, extendData }: Drawn): boolean => {
    const value = points?.[0]?.value ?? Number.NaN;
    drawn.set(String(id), value);
    onAxis.set(String(id), extendData?.text);
    extendData?.place((64_000 - value) / 10, HEIGHT, axis);
    return true;
  };
  const chart = {
    overrideOverlay: (line: Drawn) => drawn.has(String(line.id)) && place(line),
    createOverlay: place,
    removeOverlay: ({ id }: { id: string }) => drawn.delete(id),
    setOffsetRightDistance: (distance: number) => beside.push(distance),
  };
  return { chart: chart as unknown as Chart, drawn, onAxis, beside };
}

const stop: ChartLine = {
  id: 'stop 7',
  tone: 'down',
  dashed: true,
  price: '63000',
  label: 'SL',
  handle: 'Stop loss of BTC/USDT',
};
const entry: ChartLine = { id: 'entry 7', tone: 'up', dashed: false, price: '63500', label: 'Long 5' };

let moves: LineMove[];
beforeAll(() => {
  // jsdom captures no pointers.
  HTMLElement.prototype.setPointerCapture = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly sized: () => void;
      constructor(sized: () => void) {
        this.sized = sized;
      }
      observe = () => this.sized();
      disconnect = () => undefined;
    },
  );
  return startScreens(remote);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  moves = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const show = (lines: readonly ChartLine[], asked: LineMove | null = null) => {
  const { chart, drawn, onAxis, beside } = fakeChart();
  const layer = (now: readonly ChartLine[], held: LineMove | null) => (
    <ChartLines chart={chart} tick="0.5" lines={now} asked={held} onMove={(move) => moves.push(move)} />
  );
  const view = render(layer(lines, asked));
  return {
    drawn,
    onAxis,
    beside,
    change: (now: readonly ChartLine[], held: LineMove | null = null) => view.rerender(layer(now, held)),
  };
};
const handle = () => screen.getByRole('slider', { name: 'Stop loss of BTC/USDT' });

test('every line is drawn at its price, and erased with it', () => {
  const { drawn, change } = show([entry, stop]);
  expect([...drawn]).toEqual([
    ['entry 7', 63_500],
    ['stop 7', 63_000],
  ]);
  change([{ ...entry, price: '63600' }]);
  expect([...drawn]).toEqual([['entry 7', 63_600]]);
});

test('a line without a handle cannot be taken hold of', () => {
  show([entry]);
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a stop is dragged: it follows the finger in ticks, and its price is asked for when it is let go', () => {
  const { drawn } = show([stop]);
  fireEvent.pointerDown(handle(), { clientY: 300, pointerId: 1 });
  fireEvent.pointerMove(handle(), { clientY: 310.13, pointerId: 1 });
  expect(drawn.get('stop 7')).toBe(62_898.5);
  expect(handle().getAttribute('aria-valuetext')).toBe('62,898.5');
  expect(moves).toEqual([]);
  fireEvent.pointerUp(handle(), { pointerId: 1 });
  expect(moves).toEqual([{ id: 'stop 7', price: '62898.5' }]);
});

test('a finger that is lifted before its last move is rendered has moved the line all the same', () => {
  show([stop]);
  act(() => {
    fireEvent.pointerDown(handle(), { clientY: 300, pointerId: 1 });
    fireEvent.pointerMove(handle(), { clientY: 310, pointerId: 1 });
    fireEvent.pointerUp(handle(), { pointerId: 1 });
  });
  expect(moves).toEqual([{ id: 'stop 7', price: '62900' }]);
});

test('it stays where it was let go while the move is being confirmed, and goes back when it is not', () => {
  const { drawn, change } = show([stop], { id: 'stop 7', price: '62000' });
  expect(drawn.get('stop 7')).toBe(62_000);
  change([stop]);
  expect(drawn.get('stop 7')).toBe(63_000);
});

test('a touch that the system takes away moves nothing', () => {
  const { drawn } = show([stop]);
  fireEvent.pointerDown(handle(), { clientY: 300, pointerId: 1 });
  fireEvent.pointerMove(handle(), { clientY: 350, pointerId: 1 });
  fireEvent.pointerCancel(handle(), { pointerId: 1 });
  fireEvent.pointerUp(handle(), { pointerId: 1 });
  expect(moves).toEqual([]);
  expect(drawn.get('stop 7')).toBe(63_000);
});

test('arrow keys move it by a pixel, Enter asks for the price, Escape takes it back', () => {
  const { drawn } = show([stop]);
  act(() => handle().focus());
  fireEvent.keyDown(handle(), { key: 'ArrowDown' });
  fireEvent.keyDown(handle(), { key: 'ArrowDown' });
  expect(drawn.get('stop 7')).toBe(62_980);
  fireEvent.keyDown(handle(), { key: 'Escape' });
  expect(drawn.get('stop 7')).toBe(63_000);
  fireEvent.keyDown(handle(), { key: 'ArrowUp' });
  fireEvent.keyDown(handle(), { key: 'Enter' });
  expect(moves).toEqual([{ id: 'stop 7', price: '63010' }]);
});

test('the price never leaves the positive ticks', () => {
  show([stop]);
  fireEvent.pointerDown(handle(), { clientY: 0, pointerId: 1 });
  fireEvent.pointerMove(handle(), { clientY: 100_000, pointerId: 1 });
  fireEvent.pointerUp(handle(), { pointerId: 1 });
  expect(moves).toEqual([{ id: 'stop 7', price: '0.5' }]);
});

/** Px from the top of the chart to the middle of a handle. */
const middle = (element: HTMLElement) => Number(/translateY\((-?[\d.]+)px\)/.exec(element.style.transform)?.[1]);
const order = (id: string, price: string): ChartLine => ({ ...stop, id, price, handle: `Order ${id}` });
const orderHandle = (id: string) => screen.getByRole('slider', { name: `Order ${id}` });

test('a handle beyond the drawn prices waits at the edge', async () => {
  show([{ ...stop, price: '50000' }]);
  await waitFor(() => expect(handle().dataset.beyond).toBe('below'));
  expect(middle(handle())).toBe(HEIGHT - 10);
});

test('handles of orders near one price stand apart, and the one that is dragged on its line', async () => {
  show([order('a', '63000'), order('b', '63001'), order('c', '63002')]);
  await waitFor(() => expect(middle(orderHandle('b'))).toBeCloseTo(99.9));
  expect(middle(orderHandle('a')) - middle(orderHandle('b'))).toBeCloseTo(28);
  expect(middle(orderHandle('b')) - middle(orderHandle('c'))).toBeCloseTo(28);
  fireEvent.pointerDown(orderHandle('a'), { clientY: 300, pointerId: 1 });
  fireEvent.pointerMove(orderHandle('a'), { clientY: 310, pointerId: 1 });
  await waitFor(() => expect(middle(orderHandle('a'))).toBeCloseTo(110));
  // The two that are left make room for each other alone.
  expect(middle(orderHandle('b')) - middle(orderHandle('c'))).toBeCloseTo(28);
  expect(middle(orderHandle('b'))).toBeCloseTo(99.85 + 14);
});

test('more handles than the height has room for stand in two columns, each with a target of its own', async () => {
  const ids = Array.from({ length: 16 }, (_, at) => String(at));
  show(ids.map((id) => order(id, '63000')));
  await waitFor(() => expect(orderHandle('1').dataset.column).toBe('second'));
  for (const side of ['first', 'second']) {
    const column = ids.map(orderHandle).filter((each) => each.dataset.column === side);
    const places = column.map(middle).toSorted((a, b) => a - b);
    expect(column).toHaveLength(8);
    for (const [at, place] of places.slice(1).entries()) {
      const between = place - (places[at] as number);
      expect(between).toBeGreaterThanOrEqual(20);
      expect(2 * Number.parseFloat(orderHandle('1').style.getPropertyValue('--reach'))).toBeLessThanOrEqual(between);
    }
  }
});

test('beside a wide chart two columns have room of their own, and the axis is left to its scale', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const many = Array.from({ length: 14 }, (_, at) => order(String(at), String(62_500 + 50 * at)));
  const { onAxis, beside, change } = show([entry, ...many]);
  await waitFor(() => expect(beside).toEqual([180]));
  expect([onAxis.get('0'), onAxis.get('entry 7')]).toEqual([null, '63,500.0']);
  change([entry, ...many.slice(0, 3)]);
  await waitFor(() => expect(beside).toEqual([180, 40]));
  expect(onAxis.get('0')).toBe('62,500.0');
});

test('a narrow chart keeps its candles where they are', async () => {
  const { beside } = show(Array.from({ length: 14 }, (_, at) => order(String(at), '63000')));
  await waitFor(() => expect(orderHandle('1').dataset.column).toBe('second'));
  expect(beside).toEqual([]);
});
