import { visaContract } from '@tessera/api/visa/contract';
import { VISA_BALANCE } from '@tessera/api/visa/rules';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { applyForVisa, latestApplication } from './apply.ts';
import { availableTotal } from './balance.ts';
import { visaQueue } from './queue.ts';
import { retentionJob } from './retention.ts';

/** Applications for visa cards: by users with enough in their accounts, decided by staff. */
export const visa = defineDomain(visaContract, (dependencies) => {
  const { database: stored, now } = dependencies;
  return {
    name: 'visa',
    userData: { visa_application: { ...OWN_ROWS, without: ['reviewer_id'] } },
    queues: [visaQueue],
    jobs: [retentionJob({ database: stored, now })],
    calls: {
      'POST /user/visasave': ({ tx, user }, input) => applyForVisa(tx, user, input, dependencies),
      'POST /user/visausernewone': async ({ database, user }) => ({
        application: await latestApplication(database, user.id),
        total: await availableTotal(database, user.id, dependencies),
        required: VISA_BALANCE,
      }),
    },
  };
});
