import { expect, test } from 'vitest';
import { createFillNotices } from './fill-notices.ts';

test('a fill that its response showed is not shown again by the event', () => {
  const notices = createFillNotices();
  notices.shown('1');
  expect(notices.take('1', { resting: false, placing: false })).toBe(false);
});

test('an event that overtakes the response is left to the response', () => {
  const notices = createFillNotices();
  expect(notices.take('1', { resting: false, placing: true })).toBe(false);
  expect(notices.take('2', { resting: false, placing: false })).toBe(true);
});

test('a resting order that fills while another is placed is shown, once', () => {
  const notices = createFillNotices();
  expect(notices.take('1', { resting: true, placing: true })).toBe(true);
  expect(notices.take('1', { resting: true, placing: true })).toBe(false);
});
