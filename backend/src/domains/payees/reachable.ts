import { addressProblem, type Chain } from '@tessera/api/payees/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireAttempt, uncountAttempt } from '../../platform/limits/attempts.ts';
import type { Ports } from '../../platform/ports.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** New addresses that a user may ask for: the response tells whether users pay in there. */
const LOOK_UPS = [
  { most: 20, within: 10 * MINUTE },
  { most: 60, within: DAY },
];
/** Of them such as are another user's: more would be a reading of who holds what on a chain. */
const FOUND = [{ most: 5, within: DAY }];

type Place = {
  readonly chain: Chain;
  /** In the one form of its chain. */
  readonly address: string;
  /** Who sends there. */
  readonly userId: string;
  /** Of the call; of a saved address its id. */
  readonly field: string;
  /** Whether a payment between users can take its place; not that of a work. */
  readonly payable?: boolean;
};

/**
 * Rejects an address that what is sent to is lost, or would not leave: one that burns coins, a token's contract, a wallet
 * of the house, and where users pay in. Asked whenever money is about to go there: an address may become one later.
 */
export async function requireReachable(
  sql: Sql,
  { addressUse }: Pick<Ports, 'addressUse'>,
  { chain, address, userId, field, payable = true }: Place,
): Promise<void> {
  const problem = addressProblem({ chain, network: chain }, address, { exact: false });
  if (problem?.code === 'address_burns') throw new DomainError('address_burns', { field });
  const use = await addressUse(sql, chain, address);
  if (use?.kind === 'contract') {
    throw new DomainError('address_contract', { field, params: { currency: use.currency } });
  }
  if (!use) return;
  const isUsers = payable && use.kind === 'deposit' && use.userId !== userId;
  throw new DomainError(isUsers ? 'address_internal' : 'address_ours', { field });
}

/**
 * The same of an address that is new to the user, and so tells something: each look-up counts, and one that finds another
 * user once more. They count before they are made, so that those at once count as well, and outside of the transaction `sql`.
 */
export async function lookUpReachable(
  {
    database,
    sql,
    ports,
    now,
  }: {
    readonly database: Database;
    readonly sql: Sql;
    readonly ports: Pick<Ports, 'addressUse'>;
    /** Unix ms. */
    readonly now: number;
  },
  place: Place,
): Promise<void> {
  const { userId: subject } = place;
  const found = { scope: 'address-found', subject };
  await requireAttempt(database, { scope: 'address', subject, windows: LOOK_UPS, now });
  await requireAttempt(database, { ...found, windows: FOUND, now });
  const use = await ports.addressUse(sql, place.chain, place.address);
  if (use?.kind !== 'deposit' || use.userId === subject) await uncountAttempt(database, { ...found, at: now });
  await requireReachable(sql, ports, place);
}
