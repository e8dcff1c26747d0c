import type { Output, ReadInput } from '@tessera/api/contract';
import { REOPENED } from '@tessera/api/nft/rules';
import type { Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import { ownersBy } from '../../../platform/staff-changes/subjects.ts';
import type { By } from '../../../platform/staff-command.ts';
import { releaseAuctions } from '../close.ts';
import { keepOpen } from '../store.ts';

/*
 * What staff hide again after it was approved. What was bought stays with its buyers. Sales without a bid end by their time.
 * An auction with bids waits, and so does a winner who has not paid: one that is shown again goes on for an hour at least,
 * and two members end one for good.
 */

/**
 * Whose accounts it concerns that works are hidden, shown or released: their artist, and who sells them in an auction that is
 * not decided, bids highest or owes what was bid.
 */
const concernedBy = (condition: string): string =>
  `with work as (select w.id, a.user_id from nft_artist a left join nft_work w on w.artist_id = a.id where ${condition})
   select u.uid from work join user_account u on u.id = work.user_id
   union
   select u.uid from work join nft_sale s on s.work_id = work.id and s.state in ('open', 'owed', 'offered')
            join user_account u on u.id in (s.seller_id, s.top_bidder_id)
   union
   select u.uid from work join nft_order o on o.work_id = work.id and o.status = 'to_pay'
            join user_account u on u.id = o.user_id`;
const concernedByWork = ownersBy('code', concernedBy('w.code = $1'));

export const artistSubjects = {
  'POST /staff/nft/work': concernedByWork,
  'POST /staff/nft/release': concernedByWork,
  'POST /staff/nft/artist': ownersBy('id', concernedBy('a.id = $1')),
};

const record = (tx: Transaction, { staffId, at }: By, action: string, subject: string, reason: string) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    action,
    subject,
    reason,
    new Date(at),
  ]);

/** Takes a work down, or shows it again. Its files are private, or public, with it. */
export async function showWork(
  tx: Transaction,
  { code, shown, reason }: ReadInput<'POST /staff/nft/work'>,
  by: By,
): Promise<Output<'POST /staff/nft/work'>> {
  const [work] = await tx.query<{ id: string; shown: boolean; user_id: string | null }>(
    `select w.id, w.shown, a.user_id from nft_work w join nft_artist a on a.id = w.artist_id
      where w.code = $1 for update of w`,
    [code],
  );
  if (!work) throw new DomainError('not_found', { field: 'code' });
  if (work.shown !== shown) {
    await tx.query('update nft_work set shown = $2 where id = $1', [work.id, shown]);
    if (shown) await keepOpen(tx, by.at + REOPENED, { workId: work.id });
    await tx.query('update nft_submission set status = $2, reason = $3 where work_id = $1', [
      work.id,
      shown ? 'approved' : 'taken_down',
      reason,
    ]);
    await record(tx, by, shown ? 'nft.show' : 'nft.take_down', `nft_work:${work.id}`, reason);
    if (work.user_id !== null) tx.notify(work.user_id, { kind: 'profile' });
  }
  return { code, shown };
}

/** Hides an artist with all works, or shows them again. A hidden artist uploads and submits nothing. */
export async function showArtist(
  tx: Transaction,
  { id, shown, reason }: ReadInput<'POST /staff/nft/artist'>,
  by: By,
): Promise<Output<'POST /staff/nft/artist'>> {
  const [artist] = await tx.query<{ shown: boolean; user_id: string | null }>(
    'select shown, user_id from nft_artist where id = $1 for update',
    [id],
  );
  if (!artist) throw new DomainError('not_found', { field: 'id' });
  if (artist.shown !== shown) {
    await tx.query('update nft_artist set shown = $2 where id = $1', [id, shown]);
    if (shown) await keepOpen(tx, by.at + REOPENED, { artistId: id });
    await record(tx, by, shown ? 'nft.show_artist' : 'nft.hide_artist', `nft_artist:${id}`, reason);
    if (artist.user_id !== null) tx.notify(artist.user_id, { kind: 'profile' });
  }
  return { id, shown };
}

/** Ends the auctions of a work that is taken down; its bidders and the winner owe nothing. */
export async function releaseWork(
  tx: Transaction,
  { code, reason }: ReadInput<'POST /staff/nft/release'>,
  by: By,
): Promise<Output<'POST /staff/nft/release'>> {
  const [work] = await tx.query<{ id: string }>(
    `select w.id from nft_work w join nft_artist a on a.id = w.artist_id
      where w.code = $1 and not (w.shown and a.shown) for share of w`,
    [code],
  );
  const ended = work ? await releaseAuctions(tx, work.id, by.at) : 0;
  if (!work || ended === 0) throw new DomainError('not_found', { field: 'code' });
  await record(tx, by, 'nft.release', `nft_work:${work.id}`, reason);
  return { code, ended };
}
