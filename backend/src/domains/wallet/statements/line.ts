import type { LanguageCode, RecordKind } from '@tessera/api/rules';
import type { UserAccountName } from '../../../platform/ledger/index.ts';

/** A journal's change of one account and currency, as `statementLines` reads it. Amounts are decimal strings. */
export type Line = readonly [
  account: UserAccountName,
  currency: string,
  /** Unix ms. */
  at: number,
  kind: RecordKind,
  /** Change of what is available. */
  amount: string,
  /** Change of what is on hold. */
  held: string,
  /** Available and on hold after it. */
  balance: string,
  reference: string | null,
];

/** One account and currency over the period: opening + inflow − outflow = closing. Decimal strings. */
export type Section = {
  readonly account: UserAccountName;
  readonly currency: string;
  /** Decimal places that amounts are written with at least. */
  readonly scale: number;
  readonly opening: string;
  readonly inflow: string;
  readonly outflow: string;
  readonly closing: string;
};

/** What a statement is about, without its lines. */
export type StatementHead = {
  readonly site: string;
  readonly uid: string;
  readonly language: LanguageCode;
  /** IANA name. */
  readonly zone: string;
  /** Unix ms, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
  /** Null for all. */
  readonly currency: string | null;
  readonly sections: readonly Section[];
};

const DIGITS = 18;

/** Units of 10⁻¹⁸, exact. */
export function unitsOf(amount: string): bigint {
  const negative = amount.startsWith('-');
  const [whole = '', part = ''] = (negative ? amount.slice(1) : amount).split('.');
  const units = BigInt(whole + part.padEnd(DIGITS, '0'));
  return negative ? -units : units;
}
