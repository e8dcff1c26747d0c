import type { Database } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Gives up the pictures of claims that were decided long enough ago; the clean-up of uploads deletes them. */
export async function dropOldVouchers(database: Database, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    const { picturesKept } = await readConfiguration(tx);
    const rows = await tx.query<{ voucher: string }>(
      `with dropped as (
         select id, voucher from deposit_claim
          where voucher is not null and (status = 'rejected' and reviewed_at < $1
             or status = 'approved' and reviewed_at < $2) for update),
       updated as (update deposit_claim c set voucher = null from dropped d where d.id = c.id)
       select distinct d.voucher from dropped d
        where not exists (select from deposit_claim o where o.voucher = d.voucher
                             and o.id not in (select id from dropped))`,
      [new Date(now - picturesKept.rejected * DAY), new Date(now - picturesKept.approved * DAY)],
    );
    await releaseUploads(
      tx,
      rows.map(({ voucher }) => voucher),
    );
  });
}

export const retentionJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'deposit-retention',
  every: HOUR,
  exclusive: true,
  run: () => dropOldVouchers(database, now()),
});
