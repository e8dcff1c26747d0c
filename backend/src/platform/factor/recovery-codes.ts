import { randomBytes, randomInt } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { Factors } from './factors.ts';
import { type Holder, holderKey, requiringRow, type Used } from './holder.ts';
import { claimFactorTry, forgetFactorTries } from './tries.ts';
import { approvesFrom, isApproving } from './waiting.ts';

export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike: 5 bits each, 60 bits a code. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const SALT_BYTES = 16;

const wrong = () => new DomainError('recovery_code_wrong', { field: 'recovery_code' });

const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const newCode = () => Array.from({ length: GROUPS }, newGroup).join('-');

type Cost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
/** As passwords: argon2id with 19 MiB and two passes. */
let cost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For tests, which make sets of codes for every member of the staff. */
export const setRecoveryCodeCost = (cheaper: Cost): void => {
  cost = cheaper;
};

/** One salt for the codes of a set: a guess costs one hash, whichever code it is meant to be. */
const digest = (code: string, salt: Buffer): Promise<string> =>
  hash(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), { ...cost, salt });

/** New codes in place of all former ones: what to show once, and what stores their hashes in a transaction. */
export async function newRecoveryCodes(holder: Holder, now: number) {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const salt = randomBytes(SALT_BYTES);
  const hashes = await Promise.all(codes.map((code) => digest(code, salt)));
  const owner = holderKey(holder);
  const store = async (sql: Sql): Promise<void> => {
    await sql.query('delete from recovery_code where holder = $1', [owner]);
    await sql.query(
      'insert into recovery_code (holder, code_hash, salt, approves_from) select $1, unnest($2::text[]), $3, $4',
      [owner, hashes, salt, approvesFrom(holder, now)],
    );
  };
  return { codes, store };
}

/**
 * Accepts a code once. Rejects with `recovery_code_wrong` and with `factor_locked`; with `factor_waits` one of a new set that
 * is to do more than log in.
 */
export async function proveByRecoveryCode(
  { database, now }: Factors,
  holder: Holder,
  code: string,
  taken: { readonly new: boolean },
): Promise<Used> {
  const owner = holderKey(holder);
  const at = now();
  const [set] = await database.query<{ salt: Buffer; approves_from: number | null }>(
    'select salt, approves_from from recovery_code where holder = $1 limit 1',
    [owner],
  );
  // Before the try is counted: nothing was guessed.
  if (set && !taken.new && !isApproving(set.approves_from, at)) {
    throw new DomainError('factor_waits', { field: 'recovery_code' });
  }
  await claimFactorTry(database, owner, 'recovery', at);
  const [spent] = set
    ? await database.query<{ code_hash: string; approves_from: number | null }>(
        `update recovery_code set used_at = $3
          where holder = $1 and code_hash = $2 and used_at is null returning code_hash, approves_from`,
        [owner, await digest(code, set.salt), new Date(at)],
      )
    : [];
  if (!spent) throw wrong();
  await forgetFactorTries(database, owner, 'recovery');
  const select = 'select from recovery_code where holder = $1 and code_hash = $2 for key share';
  const requireKept = requiringRow(select, [owner, spent.code_hash], wrong);
  return { requireKept, approves: isApproving(spent.approves_from, at) };
}

/** Ends all recovery codes. */
export const dropRecoveryCodes = (sql: Sql, holder: Holder) =>
  sql.query('delete from recovery_code where holder = $1', [holderKey(holder)]);
