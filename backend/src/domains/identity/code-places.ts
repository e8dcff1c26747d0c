import { normalizeIP } from '@fastify/rate-limit';
import type { CodeScene } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import { type CodePlace, isBinding } from './code-limits.ts';
import { everKnownDeviceId } from './devices.ts';

const DAY = 86_400_000;
/** ms that a network is known after a log-in from there, and how many are: each is a place to guess from. */
const NETWORK_KNOWN = 90 * DAY;
const NETWORKS = 5;
/** Sessions of an account that are looked at, the newest ones: guests have this read, whatever the account has. */
const SESSIONS = 200;

export type Caller = {
  readonly user?: { readonly id: string } | null;
  readonly device: string | null;
  readonly address: string;
};

/**
 * Whether the account was used from this network lately, of 64 bits where it is IPv6: neighbours are strangers. Sessions that
 * were ended since count.
 */
async function knowsNetwork(sql: Sql, userId: string, network: string, now: number): Promise<boolean> {
  const rows = await sql.query<{ address: string }>(
    `select address from (
       select address, created_at, last_seen_at from session where user_id = $1 order by id desc limit $4) newest
      where created_at > $2
      group by address order by max(last_seen_at) desc limit $3`,
    [userId, new Date(now - NETWORK_KNOWN), NETWORKS, SESSIONS],
  );
  return rows.some(({ address }) => normalizeIP(address) === network);
}

/** The place of a caller as an account sees it; `owner` is the account of the address, null where there is none. */
export async function placeOf(
  sql: Sql,
  owner: { readonly id: string } | null,
  { user, device, address }: Caller,
  { scene, now }: { readonly scene: CodeScene; readonly now: number },
): Promise<CodePlace> {
  if (user && user.id === owner?.id) return 'owner';
  if (user && isBinding(scene)) return `user:${user.id}`;
  if (!owner) return 'unknown';
  const known = await everKnownDeviceId(sql, { kind: 'user', id: owner.id }, device);
  if (known !== null) return `device:${known}`;
  const network = normalizeIP(address);
  return (await knowsNetwork(sql, owner.id, network, now)) ? `network:${network}` : 'unknown';
}
