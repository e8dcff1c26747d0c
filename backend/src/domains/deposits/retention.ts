import { type ApplicationTable, retentionOf } from '../../platform/applications.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { picturesKept } from '../site/index.ts';

const claimTable: ApplicationTable = {
  table: 'deposit_claim',
  state: 'status',
  states: { pending: ['pending'], approved: ['approved'], rejected: ['rejected'] },
  madeAt: 'created_at',
  pictures: ['voucher'],
};

export const retentionJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob =>
  retentionOf(claimTable, { name: 'deposit-retention', database, now, kept: picturesKept });
