import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  listOf,
  noInput,
  optional,
  paging,
  rowId,
  ruled,
  smallId,
  text,
  unixMs,
  uploadLocation,
  wholeListOf,
} from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { checkMobile, checkPlainText } from '../../kit/rules/person.ts';
import { payeesRoutes } from './routes.ts';

/* Where withdrawals may go: the user's own wallet addresses and bank cards. */

const walletAddress = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  name: z.string(),
  address: z.string(),
  qrcode: z.nullable(z.string()),
  network: z.string(),
  created_at: unixMs,
});

const plain = ruled(checkPlainText);

const digits = (min: number, max: number) => z.string().check(z.trim(), z.regex(new RegExp(`^[0-9]{${min},${max}}$`)));

const cardFields = {
  real_name: plain,
  card_number: digits(8, 34),
  bank_name: plain,
  /** Province and city. */
  province_city: plain,
  branch: plain,
  phone: ruled(checkMobile),
};

const internationalCardFields = {
  real_name: plain,
  /** An account number or an IBAN. */
  card_number: z.string().check(z.trim(), z.regex(/^[A-Z0-9]{8,34}$/)),
  bank_name: plain,
  province_city: plain,
  branch: plain,
  bank_network: plain,
  /** ISO 9362. */
  swift_code: z.string().check(z.trim(), z.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/)),
  aba_number: digits(9, 9),
  cardholder_address: plain,
  phone: ruled(checkMobile),
};

/** Responses show a card by its last four digits only. */
const savedCard = z.object({
  id: rowId,
  real_name: z.string(),
  card_last4: z.string(),
  bank_name: z.string(),
  province_city: z.string(),
  branch: z.string(),
  phone: z.string(),
  created_at: unixMs,
});

const savedInternationalCard = z.extend(savedCard, {
  bank_network: z.string(),
  swift_code: z.string(),
  aba_number: z.string(),
  cardholder_address: z.string(),
});

const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

export const payeesContract = defineContract(payeesRoutes, {
  'POST /user/wallet/save': {
    input: z.object({
      /** Given to change a saved one. */
      id: optional(rowId),
      /** Id of the currency. */
      currency: smallId,
      name: text(40),
      address: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9:_-]{8,128}$/)),
      qrcode: optional(uploadLocation),
      network: text(20),
      key: payKey,
    }),
    output: walletAddress,
    errors: [...keyErrors, 'currency_unknown', 'network_unknown', 'upload_unknown'],
    summary: 'Save a wallet address; its shape is checked for the network',
  },
  'GET /user/wallet/list': {
    input: z.object({ ...paging, currency: optional(smallId) }),
    output: listOf(walletAddress),
    summary: 'Saved wallet addresses',
  },
  'POST /user/cash_save': {
    input: z.object({ id: optional(rowId), ...cardFields, key: payKey }),
    output: savedCard,
    errors: keyErrors,
    summary: 'Save a bank card',
  },
  'POST /user/cash_save_international': {
    input: z.object({ id: optional(rowId), ...internationalCardFields, key: payKey }),
    output: savedInternationalCard,
    errors: keyErrors,
    summary: 'Save an international bank card',
  },
  'POST /user/cash_info': {
    input: noInput,
    output: wholeListOf(savedCard),
    summary: 'Saved bank cards',
  },
  'POST /user/cash_info_international': {
    input: noInput,
    output: wholeListOf(savedInternationalCard),
    summary: 'Saved international bank cards',
  },
});
export type PayeesContract = typeof payeesContract;
