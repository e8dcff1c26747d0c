import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chatRules, cleanText, lengthOf, mayDelete, slowUntil, textProblem } from './rules.ts';

describe('a text', () => {
  test.each([
    ['plain text', 'plain text'],
    ['  two \t blanks  ', 'two blanks'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['far\n\n\n\n\napart', 'far\n\napart'],
    // Overrides and isolates of the direction, and marks of it.
    ['pay \u202egnp.exe\u202c now', 'pay gnp.exe now'],
    ['\u2066a\u2069\u200f\u061cb', 'ab'],
    // Zero width, soft hyphens, fillers, tags.
    ['f\u200br\u2060e\u00ade\ufeff', 'free'],
    ['\u3164\u115f\u1160\uffa0', ''],
    ['\u2800\u2800', ''],
    ['hi\u{e0041}\u{e0042}', 'hi'],
    ['a\u0000b\u0007c\u001b[31m', 'abc[31m'],
    // A letter keeps its marks, a pile of them does not.
    ['Z\u0351\u036b\u0343\u036a\u0302', 'Z\u0351\u036b\u0313'],
    ['e\u0301', '\u00e9'],
    ['\u0301\u0301', ''],
  ])('%j is stored as %j', (given, stored) => expect(cleanText(given)).toBe(stored));

  test.each([
    '👩‍👩‍👧‍👦 and 👍🏽 and ❤️',
    'กำลังซื้อที่นี่',
    'می‌خواهم',
    'क्षत्रिय',
    '日本語のテキスト',
    'Ünïcödé Straße',
    '1 < 2 && 3 > 2',
  ])('%s stays as it is', (text) => expect(cleanText(text)).toBe(text.normalize('NFC')));

  it('is the same when it is cleaned again, and holds no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
        expect(once).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200b]/u);
      }),
    );
  });

  it('counts as its reader counts', () => {
    expect(lengthOf('👩‍👩‍👧‍👦')).toBe(1);
    expect(textProblem('👩‍👩‍👧‍👦'.repeat(chatRules.text.max), false)?.code).not.toBe('field_too_long');
    expect(textProblem('ab '.repeat(200), false)).toEqual({ code: 'field_too_long', params: { max: 500 } });
  });

  it('is refused where it is empty, a flood or a pile of marks', () => {
    expect(textProblem('', false)).toEqual({ code: 'field_required' });
    expect(textProblem('', true)).toBeNull();
    // One character of 8,000 code points, and a text of many of them.
    for (const joined of ['ᄀᄁ'.repeat(4_000), `${'👩\u200d'.repeat(2_000)}👩`]) {
      expect(lengthOf(joined)).toBe(1);
      expect(textProblem(cleanText(joined), false)).toEqual({ code: 'chat_unreadable' });
    }
    expect(textProblem('A'.repeat(60), false)).toEqual({ code: 'chat_unreadable' });
    expect(textProblem('a\n'.repeat(40).trim(), false)).toEqual({ code: 'chat_unreadable' });
    expect(textProblem(cleanText('Z\u0351\u036b\u0343'.repeat(20)), false)).toEqual({ code: 'chat_unreadable' });
    expect(textProblem('กำลังซื้อที่นี่ราคาขึ้นแล้วหรือยังครับ', false)).toBeNull();
    expect(textProblem('Sooooo good!!!!', false)).toBeNull();
  });
});

test('slow mode begins with the last message', () => {
  expect(slowUntil(null, 30)).toBe(0);
  expect(slowUntil(1_000, 0)).toBe(0);
  expect(slowUntil(1_000, 30)).toBe(31_000);
});

test('an own message may be deleted for a quarter of an hour', () => {
  expect(mayDelete(0, 15 * 60_000)).toBe(true);
  expect(mayDelete(0, 15 * 60_000 + 1)).toBe(false);
});
