import type { RecordKind } from '@tessera/api/rules';
import { type Transaction, violationDetail } from '../db/database.ts';
import { isZero, requireOwnCreditsIn } from './own-credits.ts';

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

/** Accounts of the house: inflows and outflows, earnings, and the counterparties of trades and of conversions. */
export type HouseAccountName =
  | 'deposits'
  /** What users spent of deposits that are on their chains no more: below zero by what they owe. */
  | 'orphaned'
  | 'withdrawals'
  | 'fees'
  | 'counterparty'
  | 'converter'
  /** Between the two journals of a payment from one user to another; zero after each. */
  | 'payments'
  /** What users' payments in fiat money bought. */
  | 'purchases'
  | 'insurance'
  | 'interest'
  /** What dual products exchange: it pays the other currency and the yield, and gets what was invested. */
  | 'dual'
  /** What loans are paid out of and repaid to. */
  | 'loans'
  | 'grants'
  /** Proceeds of token sales. */
  | 'launchpad'
  /** Proceeds and royalties of works of the house's artists. */
  | 'nft'
  /** Tokens that issuers brought in. */
  | 'issuers'
  /** Shares of fees for users who invited others: filled out of `fees` before they can be claimed. */
  | 'rebates'
  /** What coupons may be issued of: it is funded on purpose and promises no more than it has. */
  | 'promotions'
  /** Set aside for coupons that are open: the sum of what each can still pay. */
  | 'coupons'
  /** Pools of quiz rounds while they are paid out; what each round put in has left when it is over. */
  | 'quiz';

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
  /** `ref` of the first journal that the balance does not cover. */
  readonly ref: string;
  readonly userId: string;
  readonly currency: string;

  constructor({ ref, userId, currency }: Short, options: ErrorOptions) {
    super(`journal ${ref}: not enough ${currency}`, options);
    this.ref = ref;
    this.userId = userId;
    this.currency = currency;
  }
}

/** Detail of the violation as `post_journals` words it. */
type Short = {
  readonly ref: string;
  readonly userId: string;
  readonly name: UserAccountName;
  readonly part: Part;
  readonly currency: string;
};

function shortOf(error: unknown): Short | null {
  const detail = violationDetail(error, 'user_balance_not_negative');
  return detail === null ? null : (JSON.parse(detail) as Short);
}

export const userAccount = (userId: string, name: UserAccountName, part: Part = 'available'): Entry['account'] => ({
  owner: 'user',
  userId,
  name,
  part,
});

export const houseAccount = (name: HouseAccountName): Entry['account'] => ({ owner: 'house', name });

/**
 * Posts journals within the caller's transaction, in this order, all or none; the only thing that changes a balance.
 * Returns the id of each, null for a `ref` that was posted before: that journal changed nothing. Rejects with
 * InsufficientBalance where an account would go below zero after any entry, with PostgreSQL's error when the entries of a
 * journal do not sum to zero per currency, and with an error where the request of the transaction may not credit a user
 * whom they credit.
 */
export async function postJournals(tx: Transaction, journals: readonly Journal[]): Promise<readonly (string | null)[]> {
  requireOwnCreditsIn(tx, journals);
  try {
    const [posted] = await tx.query<{ ids: (string | null)[] | null }>(
      'select post_journals($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as ids',
      [...journalValues(journals)],
    );
    return posted?.ids ?? [];
  } catch (error) {
    throw postingError(error);
  }
}

/** Parameters of `post_journals`. */
export function journalValues(journals: readonly Journal[]): readonly unknown[] {
  const entries = journals.flatMap(({ entries }, index) =>
    entries.filter(({ amount }) => !isZero(amount)).map((entry) => ({ ...entry, of: index + 1 })),
  );
  return [
    journals.map(({ ref }) => ref),
    journals.map(({ kind }) => kind),
    journals.map(({ reference }) => reference ?? null),
    journals.map(({ at }) => new Date(at)),
    entries.map(({ of }) => of),
    entries.map(({ account }) => (account.owner === 'user' ? account.userId : null)),
    entries.map(({ account }) => account.name),
    entries.map(({ account }) => (account.owner === 'user' ? account.part : 'available')),
    entries.map(({ currency }) => currency),
    entries.map(({ amount }) => amount),
  ];
}

/** InsufficientBalance where `post_journals` says so, else the error itself. */
export function postingError(error: unknown): unknown {
  const short = shortOf(error);
  return short ? new InsufficientBalance(short, { cause: error }) : error;
}

/** Posts one journal, see `postJournals`. Returns whether it was new: false when its `ref` was posted before. */
export async function postJournal(tx: Transaction, journal: Journal): Promise<boolean> {
  const [id] = await postJournals(tx, [journal]);
  return id !== null;
}

/** Moves a user's own money between available and frozen of one account; a negative amount releases. */
export const freezeEntries = (userId: string, name: UserAccountName, currency: string, amount: string): Entry[] => {
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return [
    { account: userAccount(userId, name), currency, amount: opposite },
    { account: userAccount(userId, name, 'frozen'), currency, amount },
  ];
};
