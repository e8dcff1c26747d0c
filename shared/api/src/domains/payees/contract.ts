import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  flag,
  listOf,
  noInput,
  nothing,
  optional,
  paging,
  picture,
  rowId,
  smallId,
  text,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { approvalNeeds, approvalProof, payKey } from '../../kit/person-fields.ts';
import { chains } from './addresses.ts';
import { addressInput, cardInput, internationalCardInput } from './inputs.ts';
import { payeesRoutes } from './routes.ts';

/* Where withdrawals may go: the user's own wallet addresses and bank cards. */

/** A way out for a currency. */
export const payoutNetwork = z.object({
  currency_id: z.int(),
  currency: z.string(),
  /** Decimal places of the currency. */
  scale: z.int(),
  /** `TRC20`; `BANK` and `SWIFT` for accounts in one's own country and abroad. */
  network: z.string(),
  /** Null for banks. */
  chain: z.nullable(z.enum(chains)),
  /** Of a token its contract on the chain, and the decimal places of its units; null of a chain's own coin, and for banks. */
  token: z.nullable(z.object({ contract: z.string(), decimals: z.int() })),
  /** Of the currency, taken from what leaves the account. */
  fee: decimal,
  min_number: decimal,
  open: z.boolean(),
});

const walletAddress = z.object({
  id: rowId,
  currency_id: z.int(),
  currency: z.string(),
  name: z.string(),
  tag: z.nullable(z.string()),
  address: z.string(),
  qrcode: z.nullable(picture),
  network: z.string(),
  chain: z.enum(chains),
  created_at: unixMs,
  /** From when on the whitelist lets withdrawals go to it. */
  usable_at: unixMs,
});

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
  usable_at: unixMs,
});

const savedInternationalCard = z.extend(savedCard, {
  bank_network: z.string(),
  swift_code: z.string(),
  aba_number: z.nullable(z.string()),
  cardholder_address: z.string(),
});

const whitelist = z.object({
  on: z.boolean(),
  /** When it goes off, where that was asked for; until then it is on. */
  off_at: z.nullable(unixMs),
  /** How long a new address waits, and switching off. */
  hours: z.int(),
});

const keyErrors = ['key_missing', 'key_wrong', 'key_locked', 'key_blocked'] as const;
export const approvalErrors = [
  'totp_required',
  'totp_wrong',
  'factor_required',
  'passkey_required',
  'passkey_wrong',
  'factor_waits',
  'code_wrong',
  'code_expired',
  'code_for_other',
  'too_many_tries',
] as const;

export const payeesContract = defineContract(payeesRoutes, {
  'GET /user/wallet/networks': {
    input: noInput,
    output: wholeListOf(payoutNetwork),
    summary: 'Networks and banks that withdrawals go through, with fee and minimum',
  },
  'POST /user/wallet/save': {
    weight: 10,
    input: addressInput,
    output: walletAddress,
    errors: [
      ...keyErrors,
      'currency_unknown',
      'network_unknown',
      'address_invalid',
      'address_known',
      'address_burns',
      'address_contract',
      'address_ours',
      'address_internal',
      'rate_limited',
      'qr_unreadable',
      'qr_differs',
      'request_unclear',
      'upload_unknown',
      'too_many_payees',
      'not_found',
    ],
    summary: 'Save a wallet address with its QR code, which must name the same address',
  },
  'GET /user/wallet/list': {
    input: z.object({ ...paging, currency: optional(smallId), network: optional(text(20)), tag: optional(text(20)) }),
    output: listOf(walletAddress),
    summary: 'Saved wallet addresses, newest first',
  },
  'POST /user/wallet/delete': {
    input: z.object({ id: rowId }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Delete a saved wallet address; withdrawals to it go on',
  },
  'GET /user/wallet/whitelist': {
    input: noInput,
    output: whitelist,
    summary: 'Whether withdrawals go to saved addresses only',
  },
  'POST /user/wallet/whitelist/begin': {
    input: z.object({ on: flag() }),
    output: approvalNeeds,
    summary: 'What switching the whitelist is to be approved with; the challenge of a passkey',
  },
  'POST /user/wallet/whitelist': {
    weight: 10,
    input: z.object({ on: flag(), key: payKey, ...approvalProof }),
    output: whitelist,
    errors: [...keyErrors, ...approvalErrors],
    summary: 'Switch the whitelist on at once, or off after the waiting time',
  },
  'POST /user/cash_save': {
    input: cardInput,
    output: savedCard,
    errors: [...keyErrors, 'account_number_invalid', 'too_many_payees', 'not_found'],
    summary: 'Save a bank card',
  },
  'POST /user/cash_save_international': {
    input: internationalCardInput,
    output: savedInternationalCard,
    errors: [
      ...keyErrors,
      'account_number_invalid',
      'iban_invalid',
      'bic_invalid',
      'aba_invalid',
      'too_many_payees',
      'not_found',
    ],
    summary: 'Save an international bank card; IBAN, BIC and ABA number are checked',
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
  'POST /user/cash_delete': {
    input: z.object({ id: rowId }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Delete a saved bank card of either kind; withdrawals to it go on',
  },
});
export type PayeesContract = typeof payeesContract;
