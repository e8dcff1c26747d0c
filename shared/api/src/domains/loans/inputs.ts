import * as z from 'zod/mini';
import { decimalString, optional, positiveDecimal, ruled, uploadLocation, whole } from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { COLLATERALS } from './rules.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const LOAN_PICTURES = [
  'front_pic',
  'reverse_pic',
  'fangchan_pic',
  'fangchan_pic1',
  'qiche_pic',
  'qiche_pic1',
] as const;
export type LoanPicture = (typeof LOAN_PICTURES)[number];

/** UID, or an e-mail address if there is none. */
const contact = ruled((given) => {
  if (given === '') return { code: 'field_required' };
  return /^\d{6,12}$/.test(given) || (given.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given))
    ? null
    : { code: 'loan_contact_invalid' };
});

export const loanInput = z
  .object({
    /** In USDT. */
    money: positiveDecimal,
    margin_currency: z.enum(COLLATERALS),
    /** Of the collateral, from the exchange account. */
    margin_number: positiveDecimal,
    days: whole(1, 366),
    /** When interest is paid: every 30 days, or with the loan. */
    schedule: z.enum(['monthly', 'end']),
    /** The rate a day and the version of the terms that the user saw: others are rejected. */
    day_rate: optional(decimalString),
    version: optional(whole(1)),
    contact,
    front_pic: uploadLocation,
    reverse_pic: uploadLocation,
    /** Property papers. */
    fangchan_pic: uploadLocation,
    fangchan_pic1: uploadLocation,
    /** Vehicle papers. */
    qiche_pic: uploadLocation,
    qiche_pic1: uploadLocation,
    key: payKey,
  })
  .check(
    z.superRefine((value, context) => {
      // One picture shows one page.
      for (const [place, name] of LOAN_PICTURES.entries()) {
        if (!LOAN_PICTURES.slice(0, place).some((before) => value[before] === value[name])) continue;
        const params = { code: 'pictures_required' } as const;
        context.addIssue({ code: 'custom', path: [name], message: params.code, params });
      }
    }),
  );
