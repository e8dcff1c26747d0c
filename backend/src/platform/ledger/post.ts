import type { RecordKind } from '@tessera/api/rules';
import { type Transaction, violates } from '../db/database.ts';

/** Accounts of a user: the four named in the app, and one for products. */
export type UserAccountName =
  | 'legal'
  | 'change'
  | 'lever'
  | 'micro'
  | 'mining'
  | 'invest'
  | 'dual'
  | 'subscription'
  | 'collateral'
  | 'nft'
  | 'quiz';

/** Accounts of the house: inflows and outflows, earnings, and the counterparty of trades. */
export type HouseAccountName =
  | 'deposits'
  | 'withdrawals'
  | 'fees'
  | 'counterparty'
  | 'insurance'
  | 'interest'
  | 'grants';

export type Part = 'available' | 'frozen';

export type Entry = {
  readonly account:
    | { readonly owner: 'user'; readonly userId: string; readonly name: UserAccountName; readonly part: Part }
    | { readonly owner: 'house'; readonly name: HouseAccountName };
  /** Currency code. */
  readonly currency: string;
  /** Decimal string; positive is a credit, negative a debit. Entries of zero are left out. */
  readonly amount: string;
};

export type Journal = {
  /** Unique reference of the journal: `spot-order:81:freeze`. Posting it again has no effect. */
  readonly ref: string;
  readonly kind: RecordKind;
  /** Human-readable cause. */
  readonly reference?: string;
  /** Unix ms. */
  readonly at: number;
  readonly entries: readonly Entry[];
};

/** A user's account would go below zero. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance';
}

export const userAccount = (userId: string, name: UserAccountName, part: Part = 'available'): Entry['account'] => ({
  owner: 'user',
  userId,
  name,
  part,
});

export const houseAccount = (name: HouseAccountName): Entry['account'] => ({ owner: 'house', name });

const row = ({ account, currency, amount }: Entry) => ({
  owner: account.owner,
  user: account.owner === 'user' ? account.userId : null,
  name: account.name,
  part: account.owner === 'user' ? account.part : 'available',
  currency,
  amount,
});

const isZero = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

/**
 * Posts a journal within the caller's transaction; the only thing that changes a balance. Returns whether it was new:
 * false when its `ref` was posted before, and then nothing changed. Rejects with InsufficientBalance, and with
 * PostgreSQL's error at commit when the entries do not sum to zero per currency.
 */
export async function postJournal(tx: Transaction, { ref, kind, reference, at, entries }: Journal): Promise<boolean> {
  const rows = entries.filter(({ amount }) => !isZero(amount)).map(row);
  try {
    const [posted] = await tx.query<{ id: string | null }>('select post_journal($1, $2, $3, $4, $5) as id', [
      ref,
      kind,
      reference ?? null,
      new Date(at),
      JSON.stringify(rows),
    ]);
    return posted?.id !== null;
  } catch (error) {
    if (violates(error, 'user_balance_not_negative')) throw new InsufficientBalance(`journal ${ref}`, { cause: error });
    throw error;
  }
}

/** Moves a user's own money between available and frozen of one account; a negative amount releases. */
export const freezeEntries = (userId: string, name: UserAccountName, currency: string, amount: string): Entry[] => {
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return [
    { account: userAccount(userId, name), currency, amount: opposite },
    { account: userAccount(userId, name, 'frozen'), currency, amount },
  ];
};
