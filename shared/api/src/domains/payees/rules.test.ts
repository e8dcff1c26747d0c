import fc from 'fast-check';
import addressValidator from 'multicoin-address-validator';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../kit/problem.ts';
import { cardInput, internationalCardInput } from './inputs.ts';
import {
  addressProblem,
  type Chain,
  checkAba,
  checkAccountNumber,
  checkBic,
  ethereumChecksum,
  looksLike,
  readAddress,
} from './rules.ts';

const CODES: Readonly<Record<Chain, string>> = { bitcoin: 'btc', ethereum: 'eth', tron: 'trx' };

/** Addresses of the standards and of well-known contracts. */
const KNOWN: readonly (readonly [Chain, string])[] = [
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['tron', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
];

describe('an address', () => {
  test.each(KNOWN)('of %s is read: %s', (chain, address) => {
    expect(readAddress(chain, address)).toEqual({ address, checked: true });
    for (const other of ['bitcoin', 'ethereum', 'tron'] as const) {
      if (other !== chain) expect(readAddress(other, address)).toBeNull();
    }
  });

  test('with one character changed, left out or exchanged with the next is none, and a second library agrees', () => {
    const slip = fc.record({
      known: fc.constantFrom(...KNOWN),
      at: fc.nat(70),
      by: fc.constantFrom(...'123456789abcdefABCDEFGHqzT'),
      kind: fc.constantFrom('change', 'omit', 'swap'),
    });
    fc.assert(
      fc.property(slip, ({ known: [chain, address], at, by, kind }) => {
        const place = at % address.length;
        const [before, after] = [address.slice(0, place), address.slice(place + 1)];
        const slips = {
          change: before + by + after,
          omit: before + after,
          swap: before + after.slice(0, 1) + (address[place] ?? '') + after.slice(1),
        };
        const typed = slips[kind as keyof typeof slips];
        fc.pre(typed !== address);
        expect(readAddress(chain, typed)?.checked ?? false).toBe(
          addressValidator.validate(typed, CODES[chain]) && typed !== typed.toLowerCase(),
        );
        // Of Ethereum's check digits one slip in 4,000 fits by chance.
        if (chain !== 'ethereum') expect(readAddress(chain, typed)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test('of Ethereum has the capitals that a second library demands', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'123456789abcdef'), minLength: 40, maxLength: 40 }),
        (digits) => {
          const address = ethereumChecksum(`0x${digits}`);
          expect(addressValidator.validate(address, 'eth')).toBe(true);
          expect(readAddress('ethereum', address)?.address).toBe(address);
          expect(readAddress('ethereum', `0x${digits}`)?.address).toBe(address);
        },
      ),
    );
  });

  test('without capitals has no check digits: enough beside a QR code, not alone', () => {
    const plain = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    const erc20 = { chain: 'ethereum', network: 'ERC20' } as const;
    expect(addressProblem(erc20, plain, { exact: false })).toBeNull();
    expect(addressProblem(erc20, plain, { exact: true })).toEqual({ code: 'address_unchecked', field: 'address' });
  });

  test.each<readonly [string, Chain, string]>([
    ['a Cyrillic а for an a', 'ethereum', '0x5аAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a full-width digit', 'tron', 'TR７NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['a zero-width space', 'bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\u200b'],
    ['an override of direction', 'bitcoin', '\u202e1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['capitals and small letters in SegWit', 'bitcoin', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'version 0 with the checksum of later ones',
      'bitcoin',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    ['a witness version without a meaning', 'bitcoin', 'bc1sw50qgdz25j'],
    ['another network', 'bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['another network by its version', 'bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['the zero address', 'ethereum', '0x0000000000000000000000000000000000000000'],
    ['a precompiled contract', 'ethereum', '0x0000000000000000000000000000000000000001'],
    ['capitals of no checksum', 'ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['no prefix', 'ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['nothing', 'tron', ''],
  ])('with %s is none', (_, chain, typed) => {
    expect(readAddress(chain, typed)).toBeNull();
  });

  test('looks like another one where both ends are the same, however the middle differs', () => {
    const known = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(looksLike(known, 'TR7NabcdeKQxGTCi8q8ZY4pL8otSzgLj6t')).toBe(true);
    expect(looksLike(known, known)).toBe(false);
    expect(looksLike(known, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBe(false);
    expect(looksLike(`0xAAAA${'1'.repeat(32)}BBBB`, `0xaaaa${'2'.repeat(32)}bbbb`)).toBe(true);
  });
});

describe('a bank account', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', null],
    ['GB29NWBK60161331926819', null],
    ['DE89370400440532013001', { code: 'iban_invalid' }],
    ['DE8937040044053201300', { code: 'iban_invalid' }],
    ['XX89370400440532013000', { code: 'iban_invalid' }],
    ['000123456789', null],
    ['1234567', { code: 'account_number_invalid' }],
    ['', { code: 'field_required' }],
  ])('number %j is judged %j', (number, failure) => {
    expect(checkAccountNumber(number)).toEqual(failure);
  });

  test.each([
    ['COBADEFF', null],
    ['cobadeffxxx', null],
    ['COBADEF', { code: 'bic_invalid' }],
    ['COBAXXFF', { code: 'bic_invalid' }],
  ])('BIC %j is judged %j', (bic, failure) => {
    expect(checkBic(bic)).toEqual(failure);
  });

  test('ABA number has its check digit: no other last digit fits', () => {
    // JPMorgan Chase New York, Bank of America New York, Federal Reserve Bank of Boston.
    for (const number of ['021000021', '026009593', '011000015']) {
      const fitting = [...'0123456789'].filter((digit) => checkAba(number.slice(0, 8) + digit) === null);
      expect(fitting).toEqual([number[8]]);
    }
    for (const number of ['000000000', '02100002', '0210000211', '991000021', 'a21000021']) {
      expect(checkAba(number)).toEqual({ code: 'aba_invalid' });
    }
  });

  test('abroad needs an ABA number unless it has an IBAN', () => {
    const card = {
      real_name: 'Ada Lovelace',
      bank_name: 'Chase',
      province_city: 'New York',
      branch: 'Main',
      phone: '+1 212 5550100',
      bank_network: 'SWIFT',
      swift_code: 'CHASUS33',
      cardholder_address: '1 Main Street',
      key: '314159',
    };
    const read = (more: object) => internationalCardInput.safeParse({ ...card, ...more }).success;
    expect(read({ card_number: '000123456789' })).toBe(false);
    expect(read({ card_number: '000123456789', aba_number: '021000021' })).toBe(true);
    expect(read({ card_number: 'DE89 3704 0044 0532 0130 00' })).toBe(true);
    expect(read({ card_number: 'DE89 3704 0044 0532 0130 00', aba_number: '021000022' })).toBe(false);
  });
});

test.each([cardInput, internationalCardInput])(
  'a field that is left empty is required, whatever its rule',
  (schema) => {
    const { id: _id, ...fields } = schema.shape as Record<string, unknown>;
    const empty = Object.fromEntries(Object.keys(fields).map((name) => [name, ' ']));
    const read = schema.safeParse(empty);
    if (read.success) throw new Error('nothing was read as a card');
    const problems = Object.values(problemsOf(read.error, empty));
    expect(problems).toHaveLength(Object.keys(fields).length);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['field_required']));
  },
);
