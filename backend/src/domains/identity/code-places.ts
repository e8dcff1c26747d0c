import { normalizeIP } from '@fastify/rate-limit';
import type { Sql } from '../../platform/db/database.ts';
import { everKnownDeviceId } from './devices.ts';

const DAY = 86_400_000;
/** ms that a network is known after a log-in from there. */
const NETWORK_KNOWN = 90 * DAY;

/**
 * Where a code is asked for or entered: a session of the account itself, a device or network that it was used from, another
 * account's session, or none of these. Each place has its own codes, budget and tries: strangers burn their own.
 */
export type CodePlace = 'owner' | 'unknown' | `device:${string}` | `network:${string}` | `user:${string}`;

export type Caller = {
  readonly user?: { readonly id: string } | null;
  readonly device: string | null;
  readonly address: string;
};

/** Whether the account was used from this network lately; sessions that were ended since count. */
async function knowsNetwork(sql: Sql, userId: string, network: string, now: number): Promise<boolean> {
  const rows = await sql.query<{ address: string }>(
    'select distinct address from session where user_id = $1 and created_at > $2',
    [userId, new Date(now - NETWORK_KNOWN)],
  );
  return rows.some(({ address }) => normalizeIP(address) === network);
}

/** The place of a caller as an account sees it; `owner` is the account of the address, null where there is none. */
export async function placeOf(
  sql: Sql,
  owner: { readonly id: string } | null,
  { user, device, address }: Caller,
  now: number,
): Promise<CodePlace> {
  if (user) return user.id === owner?.id ? 'owner' : `user:${user.id}`;
  if (!owner) return 'unknown';
  const known = await everKnownDeviceId(sql, { kind: 'user', id: owner.id }, device);
  if (known !== null) return `device:${known}`;
  const network = normalizeIP(address);
  return (await knowsNetwork(sql, owner.id, network, now)) ? `network:${network}` : 'unknown';
}
