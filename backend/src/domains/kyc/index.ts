import { kycContract } from '@tessera/api/kyc/contract';
import { creditOf } from '@tessera/api/kyc/rules';
import { defineDomain } from '../../platform/domain.ts';
import { creditFacts, userById } from '../identity/index.ts';
import { readConfiguration } from '../site/index.ts';
import { vipLevels } from '../vip/index.ts';
import { levels } from './levels.ts';
import { limitsOf } from './limits.ts';
import { identityQueue } from './queue.ts';
import { retentionJob } from './retention.ts';
import { documentWords, requestVerification, verificationState } from './verification.ts';

export { verifiedName } from './verification.ts';

/** Identity verification: levels, requests and their review, limits and what is used of them, the credit score. */
export const kyc = defineDomain(kycContract, ({ database, catalogue, now, ports }) => {
  const limits = limitsOf({ ports, now });
  return {
    name: 'kyc',
    userData: { verification_request: { rows: 'user_id = $1', without: ['reviewer_id'] } },
    limits,
    unapproved: async (sql) => (await readConfiguration(sql)).wayUnapproved,
    queues: [identityQueue],
    personalWords: documentWords,
    jobs: [retentionJob({ database, now })],
    calls: {
      'GET /user/levellist': async () =>
        levels(catalogue.current(), await readConfiguration(database), await vipLevels(database)),
      'GET /real/state': ({ user }) => verificationState(database, user.id),
      'GET /real/limits': async ({ database: sql, user }) => ({
        order_limit_usdt: (await readConfiguration(sql)).orderLimits[user.level],
        list: [...(await limits.of(sql, user.id))],
      }),
      'GET /user/credit': async ({ database: sql, user }) => {
        const facts = creditFacts(await userById(sql, user.id), await ports.repayments(sql, user.id), now());
        const { score, parts } = creditOf(facts);
        return {
          score,
          parts: [...parts],
          level: facts.level,
          since: facts.since,
          repayment: facts.repayment && { in_time: facts.repayment.inTime, late: facts.repayment.late },
        };
      },
      'POST /user/real': ({ user }, payload) => requestVerification(database, user.id, payload, now()),
    },
  };
});
