// @vitest-environment jsdom
import '../testing/english.ts';
import { bus } from '@tessera/bus';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastHost } from './ToastHost.tsx';
import { showToast } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => screen.getByRole('status', { hidden: true }).textContent;

test('a toast is announced for a second and a half', () => {
  render(<ToastHost />);
  act(() => showToast('Address copied', 'success'));
  expect(shown()).toBe('Address copied');
  act(() => void vi.advanceTimersByTime(1499));
  expect(shown()).toBe('Address copied');
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBe('');
});

test('the later toast takes the place and has its whole time', () => {
  render(<ToastHost />);
  act(() => showToast('First'));
  act(() => void vi.advanceTimersByTime(1000));
  act(() => showToast('Second'));
  act(() => void vi.advanceTimersByTime(1000));
  expect(shown()).toBe('Second');
});

test('a toast requested on the bus is shown for its duration', () => {
  render(<ToastHost />);
  act(() => bus.request('toast', { text: 'Order filled', tone: 'success', duration: 4000 }));
  act(() => void vi.advanceTimersByTime(3999));
  expect(shown()).toBe('Order filled');
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBe('');
});
