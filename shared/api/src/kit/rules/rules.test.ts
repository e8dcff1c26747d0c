import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountIds,
  accountNames,
  checkCode,
  checkContact,
  checkDecimal,
  checkEmail,
  checkMobile,
  checkNewPayPassword,
  checkNickname,
  checkPassword,
  checkPayPassword,
  checkPlainText,
  checkPositiveDecimal,
  checkSignature,
  decimalRules,
  personRules,
} from './index.ts';

const all = {
  checkCode,
  checkDecimal,
  checkEmail,
  checkMobile,
  checkNickname,
  checkPassword,
  checkPayPassword,
  checkPlainText,
  checkPositiveDecimal,
  checkSignature,
};

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

const letters = fc.constantFrom(...'abcXYZ0189汉字交易');
const lettersOf = (min: number, max: number) => fc.string({ unit: letters, minLength: min, maxLength: max });

describe.each(Object.entries(all))('%s', (_name, check) => {
  test('judges any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const failure = check(text);
        expect(failure === null || typeof failure.code === 'string').toBe(true);
      }),
    );
  });

  test('requires missing values', () => {
    expect(check('')).toEqual({ code: 'field_required' });
  });
});

describe('a contact', () => {
  test('is validated as the e-mail address or number that it looks like', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(checkContact(text)).toEqual(/[@a-z]/i.test(text) ? checkEmail(text) : checkMobile(text));
      }),
    );
  });

  test.each([
    ['ada', undefined, 'invalid_email'],
    ['ada@example.com', undefined, undefined],
    ['+49 170 1234567', undefined, undefined],
    ['12', undefined, 'invalid_mobile'],
    ['+49 170 1234567', 'email', 'invalid_email'],
    ['ada@example.com', 'mobile', 'invalid_mobile'],
  ] as const)('%s of kind %s: %s', (text, kind, code) => {
    expect(checkContact(text, kind)?.code).toBe(code);
  });
});

describe('a password', () => {
  test('needs more than six characters of any kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        const count = [...text].length;
        const { min, max } = personRules.password;
        const failure = count < min ? 'field_too_short' : count > max ? 'field_too_long' : undefined;
        expect(checkPassword(text)?.code).toBe(failure);
      }),
    );
    expect(checkPassword('123456')).toEqual({ code: 'field_too_short', params: { min: 7 } });
    expect(checkPassword('1234567')).toBeNull();
    expect(checkPassword('x'.repeat(128))).toBeNull();
    expect(checkPassword('x'.repeat(129))).toEqual({ code: 'field_too_long', params: { max: 128 } });
  });
});

describe('a payment password to set', () => {
  const next = (digit: number) => (digit + 1) % 10;
  const rise = fc.nat({ max: 9 }).map((first) => {
    const run = [first];
    while (run.length < 6) run.push(next(run.at(-1) ?? 0));
    return run.join('');
  });
  const reversed = (text: string) => [...text].reverse().join('');
  const simple = fc.oneof(
    digits(1, 1).map((one) => one.repeat(6)),
    rise,
    rise.map(reversed),
    digits(2, 2).map((pair) => pair.repeat(3)),
    digits(3, 3).map((three) => three.repeat(2)),
    digits(3, 3).map((three) => three + reversed(three)),
    digits(3, 3).map((three) => [...three].map((digit) => digit + digit).join('')),
  );

  test.each(['147258', '159357', '789456', '963852', '580258', '147896', '125698', '085236', '369258'])(
    'is no pattern of the pad: %s',
    (text) => {
      expect(checkNewPayPassword(text)).toEqual({ code: 'key_too_simple' });
    },
  );

  test('is no digit, run, repetition, row of doubles or mirror', () => {
    fc.assert(
      fc.property(simple, (text) => {
        expect(checkNewPayPassword(text)).toEqual({ code: 'key_too_simple' });
      }),
    );
  });

  test('is any other six digits: fewer than one in a hundred are lost', () => {
    let lost = 0;
    for (let number = 0; number < 1_000_000; number += 1) {
      if (checkNewPayPassword(String(number).padStart(6, '0'))) lost += 1;
    }
    expect(lost).toBeLessThan(10_000);
    expect(checkNewPayPassword('482915')).toBeNull();
    expect(checkNewPayPassword('48291')).toMatchObject({ code: 'field_wrong_length' });
  });
});

describe('a code and a payment password', () => {
  test.each([checkCode, checkPayPassword])('are exactly six digits', (check) => {
    fc.assert(
      fc.property(digits(1, 12), (text) => {
        expect(check(text) === null).toBe(text.length === 6);
      }),
    );
    for (const text of ['12345a', '１２３４５６', '12 456', '-12345', '12345\n']) expect(check(text)).not.toBeNull();
  });
});

describe('a nickname and a signature', () => {
  test('hold letters and digits within their lengths', () => {
    fc.assert(
      fc.property(lettersOf(1, 40), (text) => {
        const within = ({ min, max }: { min: number; max: number }) => text.length >= min && text.length <= max;
        expect(checkNickname(text) === null).toBe(within(personRules.nickname));
        expect(checkSignature(text) === null).toBe(within(personRules.signature));
      }),
    );
  });

  test.each(['Jürgen', 'สมชาย', 'प्रिया', 'Нина', 'Νίκος', 'محمد', '明Ann', '김민수', 'さくら', 'Éléa'])(
    'take %s',
    (name) => {
      expect(checkNickname(name)).toBeNull();
      expect(checkNickname(name.normalize('NFD'))).toBeNull();
      expect(checkSignature(name)).toBeNull();
    },
  );

  test('reject anything else', () => {
    for (const text of [
      'a_b',
      '<b>x',
      'a😀b',
      'a\u0000b',
      'a\u200bb',
      `a${'\u0301'.repeat(5)}b`,
      '\u0301ab',
      'Tеssera',
    ]) {
      expect(checkNickname(text)).toEqual({ code: 'invalid_nickname' });
      expect(checkSignature(text)).toEqual({ code: 'invalid_signature' });
    }
    expect(checkNickname('a b')).toEqual({ code: 'invalid_nickname' });
    expect(checkSignature('buy low 卖高')).toBeNull();
  });
});

describe('an e-mail address', () => {
  test.each(['ada@example.com', 'a.b+c@sub.example.co', "o'neil@x-y.org", 'A1@b2.io'])('%s passes', (text) => {
    expect(checkEmail(text)).toBeNull();
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'a@b',
    'a..b@example.com',
    '.a@example.com',
    'a@-b.com',
    'a@b.com\nBcc: x@y.z',
    'a b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.com`,
  ])('%j fails', (text) => {
    expect(checkEmail(text)).toEqual({ code: 'invalid_email' });
  });
});

describe('a mobile number', () => {
  test('has 5 to 15 digits, a plus or groups at will', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '+'), digits(1, 20), (plus, number) => {
        expect(checkMobile(plus + number) === null).toBe(number.length >= 5 && number.length <= 15);
      }),
    );
    for (const text of [
      '+49 151 234-5678',
      '(415) 555-0100',
      '+1(415)555.0100',
      '+49 (0)151 / 2345678',
      '8 (912) 345 - 67 - 89',
    ]) {
      expect([text, checkMobile(text)]).toEqual([text, null]);
    }
    for (const text of ['12--34567', '+', '12345x', ' 12345', '12345-']) expect(checkMobile(text)).not.toBeNull();
  });
});

describe('plain text', () => {
  test.each([
    'José Ñandú',
    'José O’Neil-Łukasz',
    "José O'Neil-Łukasz",
    '张伟',
    '王小明',
    '买买提·热合曼',
    'ジョン・スミス',
    'นาย',
    'สมชาย',
    'محمد',
    'Nguyễn Thị Ánh',
    "O'Brien-Smith, Jr.",
    '12/3 High St. #4 (rear)',
  ])('takes %s', (text) => {
    expect(checkPlainText(text)).toBeNull();
  });

  test.each(['<script>', 'a;b', '{x}', 'a"b', 'a\u0000', 'a\nb', '$1', 'a=b'])('rejects %j', (text) => {
    expect(checkPlainText(text)).toEqual({ code: 'field_special_characters' });
  });
});

describe('a decimal string', () => {
  const whole = digits(1, decimalRules.wholeDigits);
  const fraction = digits(1, decimalRules.scale);

  test('of digits with a point is accepted up to the range of the database', () => {
    fc.assert(
      fc.property(whole, fc.option(fraction), (before, behind) => {
        const text = behind === null ? before : `${before}.${behind}`;
        expect(checkDecimal(text)).toBeNull();
        expect(checkPositiveDecimal(text) === null).toBe(/[1-9]/.test(text));
      }),
    );
  });

  test('too long behind the point names the scale', () => {
    expect(checkDecimal(`0.${'0'.repeat(19)}`)).toEqual({ code: 'field_too_precise', params: { scale: 18 } });
  });

  test.each(['.5', '1.', '-1', '+1', '1e9', 'NaN', 'Infinity', '1,000', '0x1', '١', ' 1', '1\n'])(
    '%j is none',
    (text) => {
      expect(checkDecimal(text)).toEqual({ code: 'field_not_a_number' });
    },
  );
});

test('the four accounts have one name each', () => {
  expect(Object.keys(accountIds)).toEqual([...accountNames]);
});
