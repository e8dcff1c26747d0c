import { visaContract } from '@tessera/api/visa/contract';
import { VISA_BALANCE } from '@tessera/api/visa/rules';
import { retentionOf } from '../../platform/applications.ts';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { picturesKept } from '../site/index.ts';
import { applyForVisa, latestApplication } from './apply.ts';
import { availableTotal } from './balance.ts';
import { visaQueue, visaTable } from './queue.ts';

/** Applications for visa cards: by users with enough in their accounts, decided by staff. */
export const visa = defineDomain(visaContract, (dependencies) => {
  const { database: stored, now } = dependencies;
  return {
    name: 'visa',
    userData: { visa_application: { ...OWN_ROWS, without: ['reviewer_id'] } },
    queues: [visaQueue(dependencies)],
    jobs: [retentionOf(visaTable, { name: 'visa-retention', database: stored, now, kept: picturesKept })],
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
