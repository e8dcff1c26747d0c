import { countedSpend } from '@tessera/api/nft/rules';
import { add, neg, sub, sum } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { linkedTo, personsAmong, samePersonAs } from '../copytrading/index.ts';

/*
 * The volume by which artists are ranked: of each buyer what was paid for works of the artist less what the buyer was paid
 * for them, within bounds. Accounts that are known to be one person are one buyer, and the artist's own are none. What each
 * account spent is stored by account: who belongs together is looked up when it is counted, and counted anew by a job, as
 * accounts are found to be one person later. A shared address of withdrawals makes no two buyers one: anyone can have that
 * of a buyer of another artist, and take from that artist's volume.
 */

const EVERY = 10 * 60_000;

/** What a user paid (above zero) or was paid (below zero) for a work, USDT. */
type Spending = { readonly userId: string; readonly worth: string };

type Collector = { readonly user_id: string; readonly net: string };

/** The artist, locked: of sales at once each counts what the others have. Null of an artist of the house. */
async function lockArtist(tx: Transaction, artistId: number): Promise<string | null> {
  const [row] = await tx.query<{ user_id: string | null }>(
    'select user_id from nft_artist where id = $1 for no key update',
    [artistId],
  );
  return row?.user_id ?? null;
}

async function spentBy(tx: Transaction, artistId: number, userIds: readonly string[]): Promise<string> {
  const rows = await tx.query<Collector>(
    'select user_id, net from nft_collector where artist_id = $1 and user_id = any($2::bigint[])',
    [artistId, userIds],
  );
  return sum(rows.map(({ net }) => net));
}

/** Counts a sale. The row of the artist, and those of its buyers, are the last that a sale locks. */
export async function countSale(tx: Transaction, artistId: number, spendings: readonly Spending[]): Promise<void> {
  if (spendings.length === 0) return;
  const owner = await lockArtist(tx, artistId);
  const own = owner === null ? new Set<string>() : await linkedTo(tx, owner);
  let more = '0';
  for (const { userId, worth } of spendings) {
    if (!own.has(userId)) {
      const person = [...(await samePersonAs(tx, userId))].filter((id) => !own.has(id));
      const before = await spentBy(tx, artistId, person);
      more = add(more, sub(countedSpend(add(before, worth)), countedSpend(before)));
    }
    await tx.query(
      `insert into nft_collector as c (artist_id, user_id, net) values ($1, $2, $3)
       on conflict (artist_id, user_id) do update set net = c.net + excluded.net`,
      [artistId, userId, worth],
    );
  }
  await tx.query('update nft_artist set volume = greatest(0, volume + $2) where id = $1', [artistId, more]);
}

/** The volume of an artist by what is known of its buyers now. */
async function recount(tx: Transaction, artistId: number): Promise<void> {
  const owner = await lockArtist(tx, artistId);
  const collectors = await tx.query<Collector>('select user_id, net from nft_collector where artist_id = $1', [
    artistId,
  ]);
  const own = owner === null ? new Set<string>() : await linkedTo(tx, owner);
  const counted = collectors.filter(({ user_id }) => !own.has(user_id));
  const persons = await personsAmong(
    tx,
    counted.map(({ user_id }) => user_id),
  );
  const spent = new Map<string, string>();
  for (const { user_id, net } of counted) {
    const person = persons.get(user_id) ?? user_id;
    spent.set(person, add(spent.get(person) ?? '0', net));
  }
  const volume = sum([...spent.values()].map(countedSpend));
  await tx.query('update nft_artist set volume = $2 where id = $1 and volume <> $2', [artistId, volume]);
}

const collected = (sql: Sql) =>
  sql.query<{ id: number }>('select distinct artist_id as id from nft_collector order by artist_id');

/** Counts the volumes anew, an artist after the other: what was one buyer more is one less once the link is known. */
export const volumeJob = ({ database }: Pick<Dependencies, 'database'>): RecurringJob => ({
  name: 'nft-volume',
  every: EVERY,
  exclusive: true,
  items: ['artist'],
  async run({ fence, items }) {
    await items.each(
      'artist',
      await collected(database),
      ({ id }) => String(id),
      ({ id }) =>
        database.transaction(async (tx) => {
          await fence(tx);
          await recount(tx, id);
        }),
    );
  },
});

/** A purchase, from a user or from the artist. */
export const spendingsOf = (buyerId: string, sellerId: string | null, worth: string): readonly Spending[] => [
  { userId: buyerId, worth },
  ...(sellerId === null ? [] : [{ userId: sellerId, worth: neg(worth) }]),
];
