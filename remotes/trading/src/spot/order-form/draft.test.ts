import { formatAmount } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { draftValue, pastedDraft, showDraft, typedDraft } from './draft.ts';

describe('typing a number', () => {
  test.each([
    ['1,5', '1.5'],
    ['1.500', '1.500'],
    ['.', '.'],
    ['１２', '12'],
    ['๑.๕', '1.5'],
    ['0.123456', '0.12345'],
  ])('%j becomes %j', (text, draft) => expect(typedDraft(text, 5)).toBe(draft));

  test.each(['1.2.3', '-1', '1e5', 'abc', '9'.repeat(21)])('%j is rejected', (text) =>
    expect(typedDraft(text, 5)).toBeNull(),
  );

  it('never holds more digits than the scale, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 8 }), (text, scale) => {
        const draft = typedDraft(text, scale);
        if (draft === null) return;
        expect(draft.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(scale);
        const value = draftValue(draft);
        if (value !== null) expect(value).toMatch(/^\d+(\.\d+)?$/);
      }),
    );
  });

  it('reads back what it shows in every locale', () => {
    const drafts = fc.tuple(fc.nat(), fc.nat({ max: 999 })).map(([whole, part]) => `${whole}.${part}`);
    fc.assert(
      fc.property(drafts, fc.constantFrom('en', 'de', 'fr', 'zh-CN', 'th', 'es', 'sq'), (draft, locale) => {
        expect(typedDraft(showDraft(draft, locale), 8)).toBe(draft);
      }),
    );
  });
});

describe('pasting a number', () => {
  it('reads grouping and units, and refuses what has two readings', () => {
    expect(pastedDraft('1.234,56', 'de', 2)).toEqual({ draft: '1234.56' });
    expect(pastedDraft('0.5 BTC', 'de', 5)).toEqual({ draft: '0.5' });
    expect(pastedDraft(formatAmount('63000.5', 2, 'fr'), 'fr', 2)).toEqual({ draft: '63000.5' });
    expect(pastedDraft('1,234', 'en', 2)).toEqual({ problem: 'ambiguous' });
    expect(pastedDraft('five', 'en', 2)).toEqual({ problem: 'none' });
  });
});

test('an unfinished draft has the value of its digits', () => {
  expect([draftValue(''), draftValue('.'), draftValue('5.'), draftValue('.5'), draftValue('0.50')]).toEqual([
    null,
    null,
    '5',
    '0.5',
    '0.50',
  ]);
});
