import { kycContract } from '@tessera/api/kyc/contract';
import { defineDomain } from '../../platform/domain.ts';
import { readConfiguration } from '../site/index.ts';
import { levels } from './levels.ts';
import { limitsOf } from './limits.ts';
import { identityQueue } from './queue.ts';
import { retentionJob } from './retention.ts';
import { documentWords, requestVerification, verificationState } from './verification.ts';

/** Identity verification: levels, requests and their review. */
export const kyc = defineDomain(kycContract, ({ database, catalogue, now, ports }) => ({
  name: 'kyc',
  limits: limitsOf({ ports, now }),
  queues: [identityQueue],
  personalWords: documentWords,
  jobs: [retentionJob({ database, now })],
  calls: {
    'GET /user/levellist': async () => levels(catalogue.current(), await readConfiguration(database)),
    'GET /real/state': ({ user }) => verificationState(database, user.id),
    'POST /user/real': ({ user }, payload) => requestVerification(database, user.id, payload, now()),
  },
}));
