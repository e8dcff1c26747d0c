import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Gives up the pictures of applications that were decided long enough ago. */
export const retentionJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'visa-retention',
  every: HOUR,
  exclusive: true,
  async run({ fence }) {
    await database.transaction(async (tx) => {
      await fence(tx);
      const { picturesKept } = await readConfiguration(tx);
      const rows = await tx.query<{ names: string[] }>(
        `with dropped as (
           select id, array[front_pic, reverse_pic] as names from visa_application
            where front_pic is not null
              and (status = 'rejected' and reviewed_at < $1 or status = 'approved' and reviewed_at < $2) for update)
         update visa_application a set front_pic = null, reverse_pic = null
           from dropped d where d.id = a.id returning d.names`,
        [new Date(now() - picturesKept.rejected * DAY), new Date(now() - picturesKept.approved * DAY)],
      );
      const names = [...new Set(rows.flatMap((row) => row.names))];
      const used = await tx.query<{ name: string }>(
        `select p.name from unnest($1::text[]) as p (name)
          where exists (select from visa_application a where p.name in (a.front_pic, a.reverse_pic))`,
        [names],
      );
      const still = new Set(used.map(({ name }) => name));
      await releaseUploads(
        tx,
        names.filter((name) => !still.has(name)),
      );
    });
  },
});
