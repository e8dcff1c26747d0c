import { languageCodes } from '@tessera/api/rules';
import { expect, test } from 'vitest';
import { namedText } from '../../platform/mail/fill-text.ts';
import { letterText } from '../../platform/mail/letter.ts';
import { PAYOUT_NOTICE_TEXTS, type PayoutNoticeKind } from './notice-texts.ts';
import { payoutLetter } from './payout-notices.ts';

test.each(Object.keys(PAYOUT_NOTICE_TEXTS) as PayoutNoticeKind[])('%s is worded in every language', (kind) => {
  const values = { amount: '9 USDT', target: 'TR7N', reference: 'ab12', trader: '76032438' };
  const notice = { kind, at: Date.UTC(2026, 10, 20, 15), values };
  const messages = languageCodes.map((language) => letterText(payoutLetter(notice, language)));
  for (const [index, body] of messages.entries()) {
    expect(body).toContain(namedText('time', '2026-11-20 15:00 UTC', languageCodes[index] ?? 'en'));
    expect(body).not.toMatch(/[{}]/);
    if (kind.startsWith('withdrawal_')) expect(body).toMatch(/9 USDT/);
  }
  expect(new Set(messages).size).toBe(languageCodes.length);
});
