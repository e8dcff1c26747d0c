import { expect, test } from 'vitest';
import { shareText } from './share-text.ts';

test('a share is written as its language writes percentages', () => {
  expect([0, 25, 29, 100].map((percent) => shareText(percent, 'en'))).toEqual(['0%', '25%', '29%', '100%']);
  expect(shareText(25, 'de')).toBe('25\u202f%');
});
