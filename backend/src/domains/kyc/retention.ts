import type { Database } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Gives up the pictures of requests that were decided long enough ago; the clean-up of uploads deletes them. Of a failed
 * request the name and the number of the document stay masked, as the user sees them.
 */
export async function dropOldDocuments(database: Database, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    const { picturesKept } = await readConfiguration(tx);
    const rejected = new Date(now - picturesKept.rejected * DAY);
    const rows = await tx.query<{ name: string }>(
      `with dropped as (
         select id, front_pic, reverse_pic from verification_request
          where (front_pic is not null or reverse_pic is not null)
            and (state = 'failed' and reviewed_at < $1 or state = 'verified' and reviewed_at < $2) for update),
       updated as (update verification_request r set front_pic = null, reverse_pic = null
                     from dropped d where d.id = r.id)
       select distinct p.name from dropped d cross join lateral (values (d.front_pic), (d.reverse_pic)) as p (name)
        where p.name is not null
          and not exists (select from verification_request o where p.name in (o.front_pic, o.reverse_pic)
                             and o.id not in (select id from dropped))`,
      [rejected, new Date(now - picturesKept.approved * DAY)],
    );
    await releaseUploads(
      tx,
      rows.map(({ name }) => name),
    );
    await tx.query(
      `update verification_request
          set name = left(name, 1) || '***', card_id = '****' || case when length(card_id) > 4 then right(card_id, 4) else '' end
        where state = 'failed' and reviewed_at < $1 and card_id not like '****%'`,
      [rejected],
    );
  });
}

export const retentionJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'kyc-retention',
  every: HOUR,
  exclusive: true,
  run: () => dropOldDocuments(database, now()),
});
