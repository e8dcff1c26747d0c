import { countedSpend } from '@tessera/api/nft/rules';
import { add, neg, sub } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { linkedTo } from '../copytrading/index.ts';

/*
 * The volume by which artists are ranked: of each buyer what was paid for works of the artist less what the buyer was paid
 * for them, within bounds. Accounts that are known to be one person are one buyer, and the artist's own are none.
 */

/** What a user paid (above zero) or was paid (below zero) for a work, USDT. */
type Spending = { readonly userId: string; readonly worth: string };

/** The account that stands for a user among the buyers of an artist; null for the artist's own. */
async function buyerOf(tx: Transaction, artistId: number, userId: string): Promise<string | null> {
  const linked = [...(await linkedTo(tx, userId))];
  const [row] = await tx.query<{ own: boolean; buyer: string | null }>(
    `select exists (select from nft_artist where id = $1 and user_id = any($2::bigint[])) as own,
            (select min(user_id)::bigint from nft_collector where artist_id = $1 and user_id = any($2::bigint[])) as buyer`,
    [artistId, linked],
  );
  return row?.own ? null : (row?.buyer ?? userId);
}

/** Counts a sale. The rows of its buyers, by user, and that of the artist are the last that a sale locks. */
export async function countSale(tx: Transaction, artistId: number, spendings: readonly Spending[]): Promise<void> {
  const changes = new Map<string, string>();
  for (const { userId, worth } of spendings) {
    const buyer = await buyerOf(tx, artistId, userId);
    if (buyer !== null) changes.set(buyer, add(changes.get(buyer) ?? '0', worth));
  }
  const rows = await tx.query<{ user_id: string; net: string }>(
    `insert into nft_collector as c (artist_id, user_id, net)
     select $1, m.user_id, m.net from unnest($2::bigint[], $3::numeric[]) as m (user_id, net) order by m.user_id
     on conflict (artist_id, user_id) do update set net = c.net + excluded.net
     returning user_id, net`,
    [artistId, [...changes.keys()], [...changes.values()]],
  );
  const more = rows.reduce((sum, { user_id, net }) => {
    const before = sub(net, changes.get(user_id) ?? '0');
    return add(sum, sub(countedSpend(net), countedSpend(before)));
  }, '0');
  await tx.query('update nft_artist set volume = volume + $2 where id = $1', [artistId, more]);
}

/** A purchase, from a user or from the artist. */
export const spendingsOf = (buyerId: string, sellerId: string | null, worth: string): readonly Spending[] => [
  { userId: buyerId, worth },
  ...(sellerId === null ? [] : [{ userId: sellerId, worth: neg(worth) }]),
];
