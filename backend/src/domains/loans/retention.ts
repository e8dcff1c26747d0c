import { LOAN_PICTURES } from '@tessera/api/loans/inputs';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { readConfiguration } from '../site/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Gives up the pictures of applications that were decided long enough ago, and whose loan has ended. */
export const retentionJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'loans-retention',
  every: HOUR,
  exclusive: true,
  async run({ fence }) {
    await database.transaction(async (tx) => {
      await fence(tx);
      const { picturesKept } = await readConfiguration(tx);
      const rows = await tx.query<{ names: string[] }>(
        `with dropped as (
           select id, array[${LOAN_PICTURES.join(', ')}] as names from loan_application a
            where front_pic is not null
              and (status in ('rejected', 'cancelled') and reviewed_at < $1
                   or status = 'approved' and exists (select from loan l where l.id = a.id and l.ended_at < $2))
              for update)
         update loan_application a set ${LOAN_PICTURES.map((name) => `${name} = null`).join(', ')}
           from dropped d where d.id = a.id returning d.names`,
        [new Date(now() - picturesKept.rejected * DAY), new Date(now() - picturesKept.approved * DAY)],
      );
      const names = [...new Set(rows.flatMap((row) => row.names))];
      const used = await tx.query<{ name: string }>(
        `select p.name from unnest($1::text[]) as p (name)
          where exists (select from loan_application a where p.name in (${LOAN_PICTURES.join(', ')}))`,
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
