import { randomInt } from 'node:crypto';
import type { Input, Output, ReadInput } from '@tessera/api/contract';
import { EVERY, isWithin, type ReleaseRight, readRight, rightText } from '@tessera/api/kit/rights';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { requireOpenStaffSession } from '../../platform/session/open-session.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import { newMachineToken, recordOfMachine, type StoredRight } from './machines.ts';
import { releaseRightsOf } from './release-rights.ts';

/*
 * Log-in of a command line by RFC 8628: it shows a code, which a member types on the staff page. The address with the code
 * in it, which the RFC allows, is not made: a link that was sent is not read as closely as what is typed.
 */

/** ms within which it is approved and taken. */
const WITHIN = 10 * 60_000;
/** ms for which the token is good. */
const LIFE = 12 * 3_600_000;
/** ms between two questions of a command line. */
const ASKS_EVERY = 3_000;
/** No vowels, for no words, and nothing that looks like another (RFC 8628, 6.1): 34 bits in ten minutes. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Lines of rights at most. */
const MOST_RIGHTS = 40;

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
/** As it was typed: in any case, with or without a hyphen. */
const codeHash = (typed: string): Buffer => tokenHash(typed.toUpperCase().replaceAll(/[^A-Z]/g, ''));

function readRights(lines: string): StoredRight[] {
  const texts = lines.split(/[\n,]/);
  if (texts.length > MOST_RIGHTS) throw new DomainError('invalid_field', { field: 'rights' });
  return texts.map((text) => {
    const right = readRight(text);
    if (!right) throw new DomainError('invalid_field', { field: 'rights' });
    return right;
  });
}

/** The largest percentage of a ramp that is held, as far as it was asked for; null of other rights. */
function percentOf(asked: StoredRight, held: readonly ReleaseRight[]): readonly (number | null)[] {
  if (asked.percent === null) return [null];
  const most = asked.percent;
  return [most, ...held.map(({ percent }) => Math.min(percent ?? 0, most))].sort((a, b) => b - a);
}

/**
 * What a member who holds these rights may give of one that was asked for: of a ramp also a smaller percentage, of all
 * environments also single ones. Nothing where it is empty.
 */
function partsOf(asked: StoredRight, held: readonly ReleaseRight[], now: number): readonly StoredRight[] {
  const given = (environment: string): readonly StoredRight[] => {
    const percent = percentOf(asked, held).find((each) =>
      isWithin({ ...asked, environment, percent: each }, held, now),
    );
    return percent === undefined || percent === 0 ? [] : [{ ...asked, environment, percent }];
  };
  const whole = given(asked.environment);
  if (whole.length > 0 || asked.environment !== EVERY) return whole;
  return [...new Set(held.map(({ environment }) => environment))].flatMap(given);
}

/** Begins a log-in for some rights; who may give them is asked when one does. */
export async function beginLogIn(
  sql: Sql,
  { name, rights }: ReadInput<'POST /staff/machines/login/begin'>,
  address: string,
  now: number,
): Promise<Output<'POST /staff/machines/login/begin'>> {
  const asked = JSON.stringify(readRights(rights));
  const device = newToken();
  const expiresAt = now + WITHIN;
  for (;;) {
    const code = newCode();
    const made = await sql.query(
      `insert into machine_login (device_hash, code_hash, name, rights, address, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (code_hash) do nothing returning id`,
      [tokenHash(device), tokenHash(code), name, asked, address, new Date(now), new Date(expiresAt)],
    );
    if (made.length > 0) {
      return { device_code: device, code: shownCode(code), expires_at: expiresAt, ask_every: ASKS_EVERY };
    }
  }
}

type Row = {
  readonly id: string;
  readonly name: string;
  readonly rights: StoredRight[];
  readonly address: string;
  readonly created_at: number;
  readonly expires_at: number;
};

/** The log-in that waits for a member, by its code. Rejects with `not_found`. */
async function waiting(sql: Sql, code: string, now: number, lock: '' | 'for update'): Promise<Row> {
  const [row] = await sql.query<Row>(
    `select id, name, rights, address, created_at, expires_at from machine_login
      where code_hash = $1 and expires_at > $2 and approved_at is null and rejected_at is null ${lock}`,
    [codeHash(code), new Date(now)],
  );
  if (!row) throw new DomainError('not_found', { field: 'code' });
  return row;
}

/** What would be approved with a code: who asks, and which of the rights the member has. Rejects with `not_found`. */
export async function showLogIn(
  sql: Sql,
  by: StaffMember,
  { code }: Input<'GET /staff/machines/login'>,
  address: string,
  now: number,
): Promise<Output<'GET /staff/machines/login'>> {
  const { name, rights, created_at, expires_at, ...row } = await waiting(sql, code, now, '');
  const held = await releaseRightsOf(sql, by);
  return {
    name,
    address: row.address,
    from_here: row.address === address,
    created_at,
    expires_at,
    hours: LIFE / 3_600_000,
    rights: rights.flatMap((right) => {
      const parts = partsOf(right, held, now);
      return (parts.length > 0 ? parts : [right]).map((part) => ({ ...part, held: parts.length > 0 }));
    }),
  };
}

/** Gives the log-in what the member has of the rights that it asks for. Rejects with `forbidden` where that is nothing. */
export async function approveLogIn(
  tx: Transaction,
  by: StaffMember,
  { code }: ReadInput<'POST /staff/machines/login/approve'>,
  now: number,
): Promise<void> {
  await requireOpenStaffSession(tx, by);
  const { id, name, rights, address } = await waiting(tx, code, now, 'for update');
  const held = await releaseRightsOf(tx, by);
  const given = rights.flatMap((right) => partsOf(right, held, now));
  if (given.length === 0) throw new DomainError('forbidden', { field: 'rights' });
  await tx.query('update machine_login set staff_id = $2, approved_at = $3, rights = $4 where id = $1', [
    id,
    by.id,
    new Date(now),
    JSON.stringify(given),
  ]);
  const lines = given.map((right) => rightText(right));
  await recordOfMachine(tx, 'machine.login', name, by, `from ${address}: ${lines.join(', ')}`.slice(0, 300), now);
  const [member] = await tx.query<{ account: string }>('select account from staff_member where id = $1', [by.id]);
  if (!member) throw new Error(`member ${by.id} is gone`);
  await sendMessage(tx, {
    id: `staff-machine-login-${id}`,
    to: member.account,
    channel: 'mail',
    subject: 'A command line was logged in with your staff account',
    body: `${name}, at ${address}, may for ${LIFE / 3_600_000} hours:\n\n${lines.join('\n')}\n\nIf you did not approve it, revoke it under Machines and tell an admin.`,
  });
}

/** Refuses the log-in: its command line is told so. */
export async function rejectLogIn(
  tx: Transaction,
  by: StaffMember,
  { code }: ReadInput<'POST /staff/machines/login/reject'>,
  now: number,
): Promise<void> {
  const { id, name, address } = await waiting(tx, code, now, 'for update');
  await tx.query('update machine_login set rejected_at = $2 where id = $1', [id, new Date(now)]);
  await recordOfMachine(tx, 'machine.login_reject', name, by, `from ${address}`, now);
}

type Taken = {
  readonly id: string;
  readonly name: string;
  readonly rights: StoredRight[];
  readonly staff_id: string | null;
  readonly rejected_at: number | null;
};

/** Gives the token to what began the log-in, once. Rejects with `session_invalid` for one that is unknown, over or taken. */
export async function takeLogIn(
  tx: Transaction,
  { device_code }: ReadInput<'POST /staff/machines/login/take'>,
  now: number,
): Promise<Output<'POST /staff/machines/login/take'>> {
  // The member first, as what ends their tokens locks them.
  const member = await tx.query(
    `select from staff_member where id = (select staff_id from machine_login where device_hash = $1) for no key update`,
    [tokenHash(device_code)],
  );
  const [found] = await tx.query<Taken>(
    `select l.id, l.name, l.rights, l.staff_id, l.rejected_at
       from machine_login l left join staff_member m on m.id = l.staff_id
      where l.device_hash = $1 and l.expires_at > $2 and l.taken_at is null and m.disabled is not true
        for update of l`,
    [tokenHash(device_code), new Date(now)],
  );
  if (!found) throw new DomainError('session_invalid');
  if (found.rejected_at !== null) return { state: 'rejected', token: null, expires_at: null };
  // One that was approved since its member was locked is taken with the next question.
  if (found.staff_id === null || member.length === 0) return { state: 'waiting', token: null, expires_at: null };
  await tx.query('update machine_login set taken_at = $2 where id = $1', [found.id, new Date(now)]);
  const { token, expiresAt } = await newMachineToken(tx, found.staff_id, found.name, found.rights, LIFE, now);
  return { state: 'given', token, expires_at: expiresAt };
}
