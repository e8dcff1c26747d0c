import { expect, test } from 'vitest';
import { openingText } from './opening.ts';

const friday = Date.UTC(2026, 10, 20, 12);

test('an opening within days is named by its weekday, one further off by its date', () => {
  expect(openingText(Date.UTC(2026, 10, 23, 14, 30), friday, 'en', 'UTC')).toBe('Mon 14:30');
  expect(openingText(Date.UTC(2026, 11, 28, 14, 30), friday, 'en', 'UTC')).toBe('Dec 28, 14:30');
});

test('is written as the language writes it, in the reader’s time zone', () => {
  expect(openingText(Date.UTC(2026, 10, 23, 14, 30), friday, 'de', 'Europe/Berlin')).toContain('15:30');
});
