import * as z from 'zod/mini';
import { atMost, optional, rowId, ruled, smallId, text, uploadLocation } from '../../kit/fields.ts';
import { payKey, plainText } from '../../kit/person-fields.ts';
import { checkMobile } from '../../kit/rules/person.ts';
import { checkAba, checkAccountNumber, checkBic, checkCardNumber, isIban } from './cards.ts';
import { foldAddress } from './fold-address.ts';

/** What is typed as an address; whether it is one depends on the network, see `addresses.ts`. */
export const typedAddress = z
  .string()
  .check(atMost(500), z.overwrite(foldAddress), atMost(100), z.regex(/^[\p{L}\p{M}\p{N}:.,@_-]+$/u));

export const addressInput = z
  .object({
    /** Given to change name and tag of a saved one; its address stays as it is. */
    id: optional(rowId),
    /** Id of the currency. */
    currency: smallId,
    network: text(20),
    name: text(40),
    /** A word to sort by: `Exchange`, `Family`. */
    tag: optional(text(20)),
    address: typedAddress,
    /** The uploaded QR code of a new address. */
    qrcode: optional(uploadLocation),
    key: payKey,
  })
  .check(
    z.superRefine((value, context) => {
      if (value.id === undefined && value.qrcode === undefined) {
        const params = { code: 'field_required' } as const;
        context.addIssue({ code: 'custom', path: ['qrcode'], message: params.code, params });
      }
    }),
  );

const cardFields = {
  id: optional(rowId),
  real_name: plainText(2, 60),
  bank_name: plainText(2, 60),
  /** Province and city. */
  province_city: plainText(2, 60),
  branch: plainText(2, 60),
  phone: ruled(checkMobile),
};

/** A card as it is entered, before the payment password is asked for. */
export const cardEntry = z.object({ ...cardFields, card_number: ruled(checkCardNumber) });
export const cardInput = z.extend(cardEntry, { key: payKey });

const internationalFields = z.object({
  ...cardFields,
  /** An account number or an IBAN. */
  card_number: ruled(checkAccountNumber),
  bank_network: plainText(2, 40),
  swift_code: ruled(checkBic),
  /** Needed where the number is no IBAN, which names the bank itself. */
  aba_number: optional(ruled(checkAba)),
  cardholder_address: plainText(4, 120),
});

const namesBank = z.superRefine<{ readonly aba_number?: string | undefined; readonly card_number: string }>(
  (value, context) => {
    if (value.aba_number === undefined && !isIban(value.card_number)) {
      const params = { code: 'field_required' } as const;
      context.addIssue({ code: 'custom', path: ['aba_number'], message: params.code, params });
    }
  },
);

export const internationalCardEntry = internationalFields.check(namesBank);
export const internationalCardInput = z.extend(internationalFields, { key: payKey }).check(namesBank);
