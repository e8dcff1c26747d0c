import { describe, expect, test } from 'vitest';
import { openingText } from './opening.ts';

const friday = Date.UTC(2026, 10, 20, 10, 0);

describe('when a market opens', () => {
  test('is a time on the same day', () => {
    expect(openingText(Date.UTC(2026, 10, 20, 14, 30), friday, 'de', 'UTC')).toBe('14:30');
  });

  test('names the weekday within six days', () => {
    expect(openingText(Date.UTC(2026, 10, 23, 14, 30), friday, 'de', 'UTC')).toBe('Mo., 14:30');
    expect(openingText(Date.UTC(2026, 10, 23, 14, 30), friday, 'zh-CN', 'UTC')).toBe('周一14:30');
  });

  test('names the date when the weekday would be ambiguous', () => {
    expect(openingText(Date.UTC(2026, 10, 27, 14, 30), friday, 'de', 'UTC')).toBe('27. Nov., 14:30');
  });

  test('is written in the reader’s time zone', () => {
    expect(openingText(Date.UTC(2026, 10, 20, 16, 0), friday, 'de', 'Asia/Tokyo')).toBe('Sa., 01:00');
  });
});
