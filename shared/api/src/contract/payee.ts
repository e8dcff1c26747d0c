import { z } from 'zod';
import { checkMobile, checkPlainText } from '../rules/index.ts';
import { payKey } from './account-fields.ts';
import { byKey, defineCall } from './call.ts';
import {
  listOf,
  noPayload,
  optional,
  paging,
  rowId,
  ruled,
  smallId,
  text,
  unixMs,
  uploadLocation,
  wholeListOf,
} from './fields.ts';

/* Where withdrawals may go: the user's own wallet addresses and bank cards. */

const walletAddress = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  name: z.string(),
  address: z.string(),
  qrcode: z.string().nullable(),
  network: z.string(),
  created_at: unixMs,
});

const plain = ruled(checkPlainText);
const digits = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^[0-9]{${min},${max}}$`));

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
  card_number: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{8,34}$/),
  bank_name: plain,
  province_city: plain,
  branch: plain,
  bank_network: plain,
  /** ISO 9362. */
  swift_code: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/),
  aba_number: digits(9, 9),
  cardholder_address: plain,
  phone: ruled(checkMobile),
};

/** Answers show a card by its last four digits only. */
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
const savedInternationalCard = savedCard.extend({
  bank_network: z.string(),
  swift_code: z.string(),
  aba_number: z.string(),
  cardholder_address: z.string(),
});

const keyErrors = ['key_missing', 'key_wrong', 'key_locked'] as const;

export const payeeCalls = byKey(
  defineCall({
    method: 'POST',
    path: '/user/wallet/save',
    access: 'user',
    payload: z.object({
      /** Given to change a saved one. */
      id: optional(rowId),
      /** Id of the currency. */
      currency: smallId,
      name: text(40),
      address: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9:_-]{8,128}$/),
      qrcode: optional(uploadLocation),
      network: text(20),
      key: payKey,
    }),
    answer: walletAddress,
    built: false,
    errors: [...keyErrors, 'currency_unknown', 'network_unknown', 'upload_unknown'],
    summary: 'Save a wallet address; its shape is checked for the network',
  }),
  defineCall({
    method: 'GET',
    path: '/user/wallet/list',
    access: 'user',
    payload: z.object({ ...paging, currency: optional(smallId) }),
    answer: listOf(walletAddress),
    built: false,
    summary: 'Saved wallet addresses',
  }),
  defineCall({
    method: 'POST',
    path: '/user/cash_save',
    access: 'user',
    payload: z.object({ id: optional(rowId), ...cardFields, key: payKey }),
    answer: savedCard,
    built: false,
    errors: keyErrors,
    summary: 'Save a bank card',
  }),
  defineCall({
    method: 'POST',
    path: '/user/cash_save_international',
    access: 'user',
    payload: z.object({ id: optional(rowId), ...internationalCardFields, key: payKey }),
    answer: savedInternationalCard,
    built: false,
    errors: keyErrors,
    summary: 'Save an international bank card',
  }),
  defineCall({
    method: 'POST',
    path: '/user/cash_info',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(savedCard),
    built: false,
    summary: 'Saved bank cards',
  }),
  defineCall({
    method: 'POST',
    path: '/user/cash_info_international',
    access: 'user',
    payload: noPayload,
    answer: wholeListOf(savedInternationalCard),
    built: false,
    summary: 'Saved international bank cards',
  }),
);
