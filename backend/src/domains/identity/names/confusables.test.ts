import { expect, test } from 'vitest';
import { looksOf } from './confusables.ts';

test.each([
  ['an accent', 'Sùppört', 'support'],
  ['letters of other scripts', 'ѕυррοrт', 'support'],
  ['an accent on one of those', 'ѕυ\u0301ррο\u0308rт', 'support'],
  ['a mark on an Armenian letter that looks Latin', 'օ\u0301', 'o'],
  ['a mark on a sign', 'evil.\u0308com', 'evil.com'],
])('%s is no difference', (_, text, looks) => expect(looksOf(text)).toBe(looks));

test.each([
  ['Thai vowels', 'มานี', 'มานา'],
  ['vowels of Hindi', 'किरण', 'करण'],
  ['marks of Japanese', 'がく', 'かく'],
])('%s tell two names apart', (_, one, other) => expect(looksOf(one)).not.toBe(looksOf(other)));
