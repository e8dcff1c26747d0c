import { afterEach, expect, test, vi } from 'vitest';
import { anySignal, completeAbortSignal, timeoutSignal } from './abort-signal.ts';

const native = { any: AbortSignal.any, timeout: AbortSignal.timeout };
afterEach(() => {
  Object.assign(AbortSignal, native);
  vi.useRealTimers();
});

test('any aborts with the first of its signals, for its reason, once', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = anySignal([one.signal, other.signal]);
  const heard = vi.fn();
  signal.addEventListener('abort', heard);
  expect(signal.aborted).toBe(false);
  other.abort('left');
  one.abort('late');
  expect([signal.aborted, signal.reason, heard.mock.calls.length]).toEqual([true, 'left', 1]);
});

test('any of a signal that is aborted already is aborted, and any of none never is', () => {
  expect(anySignal([new AbortController().signal, AbortSignal.abort('gone')]).reason).toBe('gone');
  expect(anySignal([]).aborted).toBe(false);
});

test('timeout aborts with a TimeoutError, as the fetch of calls tells them apart', () => {
  vi.useFakeTimers();
  const signal = timeoutSignal(50);
  vi.advanceTimersByTime(49);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect((signal.reason as DOMException).name).toBe('TimeoutError');
});

test('what a browser has is left as it is, and what it lacks is added', () => {
  completeAbortSignal();
  expect(AbortSignal.any).toBe(native.any);
  Reflect.deleteProperty(AbortSignal, 'any');
  completeAbortSignal();
  expect(AbortSignal.any).toBe(anySignal);
});
