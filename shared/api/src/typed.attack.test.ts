import { foldText } from '@tessera/money/typed';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract } from './contract.ts';

/* Every field that takes a number, an address, a phone number, an account or a code reads it as other keyboards write it. */

type Call = { readonly input: z.ZodMiniType };

/** What users type into fields that are no prose. */
const SAMPLES = {
  amount: '12.5',
  code: '123456',
  phone: '+49 151 2345678',
  email: 'ada.lovelace@example.com',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFF',
  aba: '021000021',
  account: '1234567890123456',
  'tax id': '529.982.247-25',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy',
  transaction: 'ab12'.repeat(16),
  name: 'Ada Lovelace',
} as const;

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replace(/ /g, '\u3000');
const digits = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));

/** The same text by other keyboards, and as it is copied from elsewhere. */
const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  'full-width signs': fullWidth,
  'digits of Arabic': digits(0x660),
  'digits of Persian': digits(0x6f0),
  'digits of Hindi': digits(0x966),
  'digits of Thai': digits(0xe50),
  'other spaces around and inside': (text) => `\u00a0\u3000${text.replace(/ /g, '\u2009')}\u202f\t`,
  'other dashes': (text) => text.replace(/-/g, '\u2011'),
  'line ends': (text) => `\r\n${text}\n`,
  'marks of direction': (text) => `\u200e\u202a${text}\u202c\u200f`,
  'marks that are not seen': (text) => `\ufeff${text.slice(0, 3)}\u200b\u2060${text.slice(3)}\u00ad`,
};

/** Prose and passwords have no one spelling: they take these as they are. */
const PROSE = ['☃\u2003'.repeat(40).trim(), '☃\u2003☃\u2003☃\u2003☃'];
/** Names that a program sends, of what a user has chosen; and what is written in a chat, which has a reading of its own. */
const CHOSEN =
  /^(?:symbols?|currency|pay_currenc(?:y|ies)|time_zone|language|series|session|hash|seed|auth|property_\w+|text|signature|uid|\w*_id|room)$/;
const isChosen = (callId: string, field: string): boolean =>
  CHOSEN.test(field) ||
  (/bind_box|\/nft\//.test(callId) && /^(?:code|work)$/.test(field)) ||
  (/^POST \/staff\/(?:mining|coupons)/.test(callId) && /^(?:product|name)$/.test(field));

const fields = Object.entries<Call>(contract).flatMap(([callId, { input }]) => {
  if (!('shape' in input._zod.def)) return [];
  return Object.entries(input._zod.def.shape as Record<string, z.ZodMiniType>).flatMap(([field, schema]) => {
    const takes = (text: string) => schema.safeParse(text).success;
    const isProse = PROSE.some((text) => schema.safeParse(text).data === text);
    // Ids and counts are numbers, which a program sends.
    if (isProse || isChosen(callId, field) || (takes('7') && !takes('12.5'))) return [];
    return Object.entries(SAMPLES)
      .filter(([kind, sample]) => takes(sample) && (kind === 'name') === takes('Łukasz Ñandú'))
      .map(([kind, sample]) => ({ callId, field, schema, kind, sample }));
  });
});

test('the calls take amounts, codes, phone numbers, accounts, addresses and names', () => {
  const kinds = new Set(fields.map(({ kind }) => kind));
  for (const kind of [
    'amount',
    'code',
    'phone',
    'email',
    'iban',
    'bic',
    'aba',
    'account',
    'ethereum',
    'tron',
    'name',
  ]) {
    expect(kinds).toContain(kind);
  }
  const names = fields.map(({ callId, field }) => `${callId} ${field}`);
  for (const known of [
    'POST /wallet/out number',
    'POST /wallet/out address',
    'POST /wallet/out key',
    'POST /user/wallet/save address',
    'POST /user/cash_save phone',
    'POST /user/cash_save_international card_number',
    'POST /bind_box/withdrawNFT address',
    'POST /user/real name',
  ]) {
    expect(names).toContain(known);
  }
});

test.each(fields)('$field of $callId reads $kind as it is typed elsewhere', ({ schema, sample }) => {
  const read = schema.safeParse(sample).data;
  for (const [name, disguise] of Object.entries(DISGUISES)) {
    expect([name, schema.safeParse(disguise(sample)).data]).toEqual([name, read]);
  }
});

test.each([
  ['山田　太郎', '山田 太郎'],
  ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ'],
  ['علی\u200cرضا\u00a0رضایی', 'علی\u200cرضا رضایی'],
  ['ශ්\u200dරී ලංකා', 'ශ්\u200dරී ලංකා'],
  ['Ann\u200d Lee\u200b', 'Ann Lee'],
  ['Jean\u2010Luc O‘Neil', "Jean-Luc O'Neil"],
  ['O´Neil', "O'Neil"],
  ['צה"ל רחוב', 'צה״ל רחוב'],
  ['ז׳בוטינסקי 5', 'ז׳בוטינסקי 5'],
  ['Straße 5 – 7', 'Straße 5 - 7'],
  ['１丁目２−３', '1丁目2-3'],
  ['نمونه، پلاک ۵', 'نمونه, پلاک ۵'],
  ['สมชาย ใจดำ', 'สมชาย ใจดำ'],
])('the name or address %s is stored as %s', (typed, stored) => {
  const calls = contract as unknown as Record<string, Call>;
  const shape = calls['POST /user/cash_save_international']?.input._zod.def as unknown as {
    shape: Record<string, z.ZodMiniType>;
  };
  for (const field of ['real_name', 'bank_name', 'cardholder_address']) {
    expect([field, shape.shape[field]?.safeParse(typed).data]).toEqual([field, stored]);
  }
  // Folded once: what is stored stays as it is.
  expect(foldText(stored)).toBe(stored);
});
