import { foldText } from '@tessera/money/typed';
import * as z from 'zod/mini';
import {
  atMost,
  optional,
  positiveDecimal,
  rowId,
  smallId,
  text,
  typedText,
  uploadLocation,
} from '../../kit/fields.ts';
import { BUY_METHODS } from './rules.ts';

const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const fiat = z.string().check(z.regex(/^[A-Z]{3}$/));

/** A name as it is stored; which of them are needed depends on the country. */
const name = (max: number) => z.pipe(z.string().check(atMost(500), z.overwrite(foldText)), text(max));

/** What is bought and how it is paid. */
export const quoteInput = z.object({
  /** The coin. */
  currency_id: smallId,
  fiat,
  country,
  /** Whole units of the fiat currency. */
  amount: positiveDecimal,
  method: z.enum(BUY_METHODS),
});

/** The quote, and who pays it. Which of the payer's fields are needed depends on the country. */
export const orderInput = z.object({
  quote_id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  /** The account that a bank transfer goes to. */
  bank_id: optional(smallId),
  first_name: optional(name(80)),
  last_name: optional(name(80)),
  full_name: optional(name(120)),
  email: typedText(254),
  phone: typedText(30),
  tax_id: optional(typedText(20)),
});

export const voucherInput = z.object({ id: rowId, voucher: uploadLocation });
