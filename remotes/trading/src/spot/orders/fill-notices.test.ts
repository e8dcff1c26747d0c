import { expect, test } from 'vitest';
import { createFillNotices } from './fill-notices.ts';

test('a fill that its answer told of is not told again by the event', () => {
  const notices = createFillNotices();
  notices.told('1');
  expect(notices.toTell('1', false)).toBe(false);
});

test('an event that overtakes the answer is left to the answer', () => {
  const notices = createFillNotices();
  const answered = notices.placing();
  expect(notices.toTell('1', false)).toBe(false);
  answered();
  expect(notices.toTell('2', false)).toBe(true);
});

test('a waiting order that fills while another is placed is told, once', () => {
  const notices = createFillNotices();
  notices.placing();
  expect(notices.toTell('1', true)).toBe(true);
  expect(notices.toTell('1', true)).toBe(false);
});
