import { addressProblem, type Chain } from '@tessera/api/payees/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { countAttempt, readAttempts, requireAttempt } from '../../platform/limits/attempts.ts';
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
const ONCE = [{ most: 1, within: DAY }];

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
export async function requireReachable(sql: Sql, ports: Pick<Ports, 'addressUse'>, place: Place): Promise<void> {
  const failure = await unreachable(sql, ports, place);
  if (failure) throw failure;
}

/** The same as the error that it would be; null where money arrives. */
export async function unreachable(
  sql: Sql,
  { addressUse }: Pick<Ports, 'addressUse'>,
  { chain, address, userId, field, payable = true }: Place,
): Promise<DomainError | null> {
  const problem = addressProblem({ chain, network: chain }, address, { exact: false });
  if (problem?.code === 'address_burns') return new DomainError('address_burns', { field });
  const use = await addressUse(sql, chain, address);
  if (use?.kind === 'contract') {
    return new DomainError('address_contract', { field, params: { currency: use.currency } });
  }
  if (!use) return null;
  const isUsers = payable && use.kind === 'deposit' && use.userId !== userId;
  return new DomainError(isUsers ? 'address_internal' : 'address_ours', { field });
}

/**
 * The same of an address that the user may ask about: one that was not asked for today counts, and one that finds another
 * user once more; the same one again tells nothing. Counted in a transaction of its own, whatever becomes of `sql`, and one
 * look-up of a user after the other.
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
  const { userId: subject, chain, address } = place;
  const found = { scope: 'address-found', subject, windows: FOUND, now };
  await database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('address-look-up:' || $1, 0))`, [subject]);
    const asked = { scope: 'address-asked', subject: `${subject} ${chain} ${address}`, windows: ONCE, now };
    if (!(await countAttempt(tx, asked)).allowed) return;
    await requireAttempt(tx, { scope: 'address', subject, windows: LOOK_UPS, now });
    // Before it is looked up: whether this is refused may not depend on what would be found.
    const { retryAfter } = await readAttempts(tx, found);
    if (retryAfter > 0) throw new DomainError('rate_limited', { params: { seconds: Math.ceil(retryAfter / 1_000) } });
    const use = await ports.addressUse(tx, chain, address);
    if (use?.kind === 'deposit' && use.userId !== subject) await requireAttempt(tx, found);
  });
  await requireReachable(sql, ports, place);
}
