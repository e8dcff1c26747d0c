// @vitest-environment jsdom
import { act, fireEvent, renderHook } from '@testing-library/react';
import type { Chart } from 'klinecharts';
import { afterEach, expect, test, vi } from 'vitest';
import { type Pressed, useLongPress } from './use-long-press.ts';

afterEach(() => void vi.useRealTimers());

test('a finger that rests is noticed although every tick renders the chart anew', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chart = {
    getSize: () => ({ width: 300, height: 200 }),
    convertFromPixel: ([{ y }]: [{ y: number }]) => [{ value: 100 - y }],
  } as unknown as Chart;
  const host = document.createElement('div');
  const seen: [tick: number, Pressed][] = [];
  const { rerender, unmount } = renderHook(
    ({ count }) => useLongPress(chart, host, '1', (pressed) => void seen.push([count, pressed])),
    { initialProps: { count: 0 } },
  );
  fireEvent.pointerDown(host, { clientX: 10, clientY: 40, pointerType: 'touch', isPrimary: true });
  for (let count = 1; count <= 5; count++) {
    expect(seen).toEqual([]);
    rerender({ count });
    act(() => void vi.advanceTimersByTime(100));
  }
  expect(seen).toEqual([[5, { price: '60', y: 40, onAxis: false }]]);
  fireEvent.pointerDown(host, { clientX: 10, clientY: 40, pointerType: 'touch', isPrimary: true });
  unmount();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(seen).toHaveLength(1);
});
