import { expect, test } from 'vitest';
import { pseudoText, pseudoTexts } from './pseudo.ts';

test('a pseudo-text is marked at both ends and longer, and names what its text names', () => {
  expect(pseudoText('Sell {{amount}} <b>now</b>')).toBe('⟦Šéll {{amount}} <b>ñöw</b>~~~~~~~~~~~⟧');
});

test('trees keep their keys', () => {
  expect(pseudoTexts({ a: { b_one: 'One', b_other: '{{count}}' } })).toEqual({
    a: { b_one: '⟦Öñé~~⟧', b_other: '⟦{{count}}~~~~⟧' },
  });
});
