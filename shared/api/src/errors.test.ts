import { describe, expect, test } from 'vitest';
import common from '../../i18n/src/common/en.json' with { type: 'json' };
import { contract, errorCodes } from './contract.ts';
import { errorText, errorTexts } from './errors.ts';
import { envelopeOf, kitErrorCodes } from './kit/errors/codes.ts';
import { labelOf } from './kit/errors/field-labels.ts';
import { languageCodes } from './kit/rules/vocabulary.ts';

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(languageCodes)('the error texts in %s', (language) => {
  const texts = errorTexts[language];

  test('cover exactly the catalogue', () => {
    expect(Object.keys(texts.errors).toSorted()).toEqual([...errorCodes].toSorted());
    expect(Object.keys(texts.fields)).toEqual(Object.keys(errorTexts.en.fields));
  });

  test('are written out, with the gaps that the English ones have', () => {
    for (const code of errorCodes) {
      expect(texts.errors[code].trim(), code).not.toBe('');
      expect(placeholders(texts.errors[code]), code).toEqual(placeholders(errorTexts.en.errors[code]));
    }
    expect(Object.values(texts.fields).every((label) => label.trim() !== '')).toBe(true);
  });

  test('are their own, not the English ones', () => {
    if (language === 'en') return;
    const same = errorCodes.filter((code) => texts.errors[code] === errorTexts.en.errors[code]);
    expect(same).toEqual([]);
  });
});

describe('an error text', () => {
  test('names the field and the limit in the reader’s language', () => {
    const params = { field: 're_password', min: 7 };
    expect(errorText('field_too_short', 'en', params)).toBe('Repeated password must have at least 7 characters');
    expect(errorText('field_too_short', 'zh', params)).toBe('确认密码至少需要 7 个字符');
    expect(errorText('field_too_short', 'de', params)).toBe('Passwort-Wiederholung: mindestens 7 Zeichen');
  });

  test('never shows a gap, nor reads a label from what objects inherit', () => {
    expect(errorText('field_too_short', 'en')).toBe('Parameter must have at least – characters');
    expect(errorText('field_required', 'en', { field: 'constructor' })).toBe('Parameter cannot be empty');
  });
});

test('every field that users fill in has a label', () => {
  const technical =
    /^(id|ids|queue|scene|session|remember|sort|collected|followed|after|campaign_id|collection_id|artist_id|follow_user_id|position_id|order_id|quote_id|all|proof|token|on|version|renew|change|round|round_id|series|repeats|call|input|request|pause_minutes)$/;
  /** Of a sale: what the page has shown of its terms. */
  const ofTerms = /^(?:profit_ratio|fee_rate|day_rate|deposit)$/;
  /** The client sets them by itself. */
  const ofMessages = /^(client_id|seq|shown|before|device|helpful)$/;
  /** Of chat rooms: the page fills them in. */
  const ofRooms = /^(room|before|client_id|reply_to|mentions|position|amounts|seq|emoji|handle)$/;
  /** Of notification settings, charts, shortcuts and identities: a switch or the browser sets them. */
  const ofSettings = /^(topic|channel|details|endpoint|p256dh|auth|list|keys|same_document)$/;
  // Staff name the fields of the catalogue and of products as the contract does.
  const ofUsers = Object.entries(contract).filter(
    ([callId]) =>
      !callId.includes(' /staff/support') &&
      !/ \/staff\/(?:announcements|changes|machines|services|chains|treasury|deposits|chat|users|coupons|instruments|calendars|currencies|vip|options|house|mining|invest|launchpad|loans|quickbuy|quiz|referral|nft)/.test(
        callId,
      ),
  );
  const fields = new Set(ofUsers.flatMap(([, call]) => Object.keys(call.input.shape)));
  const unnamed = [...fields].filter(
    (field) =>
      labelOf(field, errorTexts.en.fields) === 'parameter' &&
      !technical.test(field) &&
      !ofTerms.test(field) &&
      !ofMessages.test(field) &&
      !ofRooms.test(field) &&
      !ofSettings.test(field),
  );
  expect(unnamed).toEqual([]);
});

test('every code that a form can show at a field has a field text', () => {
  const ofFields = kitErrorCodes.filter((code) => /^(?:field|invalid)_/.test(code) && code !== 'invalid_request');
  for (const code of [...ofFields, 'passwords_differ', 'pictures_required']) expect(common.rule).toHaveProperty(code);
});

test('two failures speak to the client by their envelope', () => {
  expect(envelopeOf('session_invalid')).toEqual({ type: '999', code: 999 });
  expect(envelopeOf('verification_required')).toEqual({ type: '998', code: 998 });
  expect(envelopeOf('insufficient_balance')).toEqual({ type: 'error', code: 0 });
});
