import { retentionOf } from '../../platform/applications.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { picturesKept } from '../site/index.ts';
import { requestTable } from './queue.ts';

/** Masks name and number of the document of requests that failed long ago, as the user sees them. */
const maskOld = (tx: Transaction, rejectedBefore: Date): Promise<unknown> =>
  tx.query(
    `update verification_request
        set name = left(name, 1) || '***', card_id = '****' || case when length(card_id) > 4 then right(card_id, 4) else '' end
      where state = 'failed' and reviewed_at < $1 and card_id not like '****%'`,
    [rejectedBefore],
  );

export const retentionJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob =>
  retentionOf(requestTable, { name: 'kyc-retention', database, now, kept: picturesKept, also: maskOld });
