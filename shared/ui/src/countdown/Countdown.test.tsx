// @vitest-environment jsdom
import '../testing/english.ts';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './Countdown.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs to zero and reports its end once', () => {
  const end = vi.fn();
  const start = Date.now();
  render(<Countdown until={start + 2000} onEnd={end} />);
  const shown = () => screen.getByRole('timer').textContent;
  expect(shown()).toBe('00:00:02');
  act(() => void vi.advanceTimersByTime(1000));
  expect(shown()).toBe('00:00:01');
  act(() => void vi.advanceTimersByTime(5000));
  expect([shown(), end.mock.calls.length]).toEqual(['00:00:00', 1]);
});

test('what ends within a minute is counted in seconds', () => {
  render(<Countdown until={Date.now() + 9_500} brief />);
  const shown = () => screen.getByRole('timer').textContent;
  expect(shown()).toBe('10s');
  act(() => void vi.advanceTimersByTime(9_000));
  expect(shown()).toBe('1s');
});
