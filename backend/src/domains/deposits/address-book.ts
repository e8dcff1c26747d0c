import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  accountKeyProblem,
  type Chain,
  chains,
  demonstrationKeys,
  depositAddress,
  fingerprintOf,
  formerAddress,
} from './addresses.ts';
import { requireValid } from './second-check.ts';

type DepositKeys = Pick<Settings, 'depositXpubs' | 'formerDepositXpub'>;

/** Throws for keys that cannot be used, so that the backend does not start with them. */
export function checkDepositKeys({ depositXpubs, formerDepositXpub }: DepositKeys): void {
  if (formerDepositXpub !== undefined) formerAddress(formerDepositXpub, 'bitcoin', 0);
  if (!depositXpubs) return;
  const seen = new Set(formerDepositXpub === undefined ? [] : [fingerprintOf(formerDepositXpub)]);
  for (const chain of chains) {
    const name = `DEPOSIT_XPUB_${chain.toUpperCase()}`;
    const problem = accountKeyProblem(depositXpubs[chain]);
    if (problem) throw new Error(`${name} ${problem}`);
    const fingerprint = fingerprintOf(depositXpubs[chain]);
    if (seen.has(fingerprint)) throw new Error(`${name} is the key of another chain: each chain needs its own`);
    seen.add(fingerprint);
  }
}

const demonstrationKeyword = (chain: Chain): string => `demonstration_xpub_${chain}`;
/** The demonstration key of former versions, for all chains. */
const FORMER_DEMONSTRATION = 'demonstration_xpub';

/** Makes the keys of demonstration addresses, once. */
export async function seedDemonstrationKeys(sql: Sql): Promise<void> {
  const keys = demonstrationKeys(randomBytes(32));
  await sql.query(
    `insert into setting (keyword, value) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [chains.map(demonstrationKeyword), chains.map((chain) => keys[chain])],
  );
}

async function settingOf(sql: Sql, keyword: string): Promise<string | undefined> {
  const [row] = await sql.query<{ value: string }>('select value from setting where keyword = $1', [keyword]);
  return row?.value;
}

type Shown = {
  readonly chain: Chain;
  readonly address: string;
  readonly userId: string;
  readonly key: string;
  readonly former: boolean;
};

const writeDown = (sql: Sql, { chain, address, userId, key, former }: Shown) =>
  sql.query(
    `insert into deposit_address (chain, address, user_id, key_fingerprint, former) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [chain, address, userId, fingerprintOf(key), former],
  );

/** The address of a user on a chain: always the same one for the same keys. It is written down when it is shown. */
export async function addressOf(
  sql: Sql,
  { depositXpubs }: DepositKeys,
  userId: string,
  chain: Chain,
): Promise<string> {
  const key = depositXpubs?.[chain] ?? (await settingOf(sql, demonstrationKeyword(chain)));
  if (key === undefined) throw new Error('the demonstration key is missing');
  const address = requireValid(chain, depositAddress(key, chain, Number(userId)));
  await writeDown(sql, { chain, address, userId, key, former: false });
  return address;
}

/** The user who pays in at an address, or did; null for one that was never shown. */
export async function userOfAddress(sql: Sql, chain: string, address: string): Promise<string | null> {
  const [row] = await sql.query<{ user_id: string }>(
    'select user_id from deposit_address where chain = $1 and address = $2',
    [chain, address],
  );
  return row?.user_id ?? null;
}

const HOUR = 3_600_000;
/** Users per turn of the job. */
const BATCH = 100;

/**
 * Writes down the addresses of the former key for the users who may have seen one. Returns the number of users, 0 when
 * there is nothing left to do.
 */
export async function writeFormerAddresses(
  sql: Sql,
  { formerDepositXpub }: DepositKeys,
  { items }: Pick<JobRun, 'items'>,
): Promise<number> {
  const until = await settingOf(sql, 'former_addresses_until');
  const key = formerDepositXpub ?? (await settingOf(sql, FORMER_DEMONSTRATION));
  if (until === undefined || key === undefined) return 0;
  const users = await sql.query<{ id: string }>(
    `select id from user_account u
      where id <= $1 and (select count(*) from deposit_address a
                           where a.user_id = u.id and a.former and a.key_fingerprint = $2) < $3
        and id <> all($5)
      order by id limit $4`,
    [until, fingerprintOf(key), chains.length, BATCH, items.aside('user')],
  );
  const idOf = ({ id }: { readonly id: string }) => id;
  await items.each('user', users, idOf, async ({ id }) => {
    for (const chain of chains) {
      const address = formerAddress(key, chain, Number(id));
      await writeDown(sql, { chain, address, userId: id, key, former: true });
    }
  });
  return users.length;
}

export const formerAddressesJob = (database: Database, keys: DepositKeys): RecurringJob => ({
  name: 'deposit-former-addresses',
  every: HOUR,
  exclusive: true,
  items: ['user'],
  async run(run) {
    while (!run.signal.aborted && (await writeFormerAddresses(database, keys, run)) > 0);
  },
});
