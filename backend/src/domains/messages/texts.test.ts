import { languageCodes } from '@tessera/api/rules';
import { expect, test } from 'vitest';
import { messageText } from './texts.ts';

test('a received payment is worded in every language', () => {
  const texts = languageCodes.map((language) =>
    messageText('payment_received', { amount: '9 USDT', sender: 'A***e' }, language),
  );
  for (const { title, body } of texts) {
    expect(title).toContain('9 USDT');
    expect(body).toContain('A***e');
    expect(`${title}${body}`).not.toMatch(/[{}]/);
  }
  expect(new Set(texts.map(({ body }) => body)).size).toBe(languageCodes.length);
});
