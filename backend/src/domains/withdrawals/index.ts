import { withdrawalsContract } from '@tessera/api/withdrawals/contract';
import { defineDomain } from '../../platform/domain.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { createCardNumbers, payoutNetworks } from '../payees/index.ts';
import { withdrawalInfo } from './info.ts';
import { manualPayout } from './manual-payout.ts';
import { payoutReports } from './reports.ts';
import { createRequests } from './request.ts';
import { reviewQueue } from './review-queue.ts';
import { move } from './states.ts';
import {
  listWithdrawals,
  lockWithdrawal,
  openWithdrawals,
  requestedOf,
  requestedSince,
  wireWithdrawal,
  withdrawalOfUser,
} from './store.ts';

/** Money that leaves to an address or a bank card: asked for by users, decided by staff, paid by a `Payout`. */
export const withdrawals = defineDomain(withdrawalsContract, (dependencies) => {
  const { database, catalogue, settings, now } = dependencies;
  const numbers = createCardNumbers(settings);
  const requests = createRequests(dependencies, createFactors(dependencies));
  const payout = manualPayout(payoutReports, numbers);
  return {
    name: 'withdrawals',
    userData: {
      withdrawal: { rows: 'user_id = $1', without: ['reviewer_id', 'first_reviewer_id', 'first_returner_id'] },
      withdrawal_step: {
        rows: 'withdrawal_id in (select id from withdrawal where user_id = $1)',
        without: ['staff_id'],
      },
    },
    // What is not approved yet goes back: a thief may have asked for it.
    onFreeze: (userId, at) =>
      database.transaction(async (tx) => {
        for (const id of await requestedOf(tx, userId)) {
          const row = await lockWithdrawal(tx, id);
          if (row.status === 'requested') await move(tx, row, { status: 'cancelled', at, staffId: null });
        }
      }),
    closingObstacles: async (sql, userId) => [{ kind: 'withdrawal', count: await openWithdrawals(sql, userId) }],
    recordKinds: ['withdrawal', 'withdrawal_fee', 'withdrawal_return'],
    queues: [reviewQueue(payout, numbers), ...payout.queues],
    limitUses: { withdrawal: requestedSince },
    currencyUses: async (sql) => {
      const networks = await payoutNetworks(sql, catalogue.current());
      const open = new Set(networks.flatMap((network) => (network.open ? network.currency.code : [])));
      return (code) => ({ withdrawals: open.has(code) });
    },
    calls: {
      'POST /wallet/get_info': ({ user }, { currency_id }) => withdrawalInfo(dependencies, user.id, currency_id),
      'POST /wallet/out/begin': ({ user }, asked) => requests.begin(user, asked),
      'POST /wallet/out': { keyed: ({ user, use }, input) => requests.request(user, use, input) },
      'POST /wallet/out/cancel': async ({ tx, user }, { id }) => {
        await withdrawalOfUser(tx, user.id, id);
        const row = await lockWithdrawal(tx, id);
        if (row.status !== 'requested') throw new DomainError('withdrawal_not_pending');
        await move(tx, row, { status: 'cancelled', at: now(), staffId: null });
        return wireWithdrawal(catalogue.current(), await withdrawalOfUser(tx, user.id, id));
      },
      'GET /user/withdraw/list': async ({ user }, { status = null, page, limit }) => {
        const { rows, total } = await listWithdrawals(database, { userId: user.id, status, page, limit });
        return { list: rows.map((row) => wireWithdrawal(catalogue.current(), row)), page, limit, total };
      },
      'GET /user/withdraw/detail': async ({ user }, { id }) =>
        wireWithdrawal(catalogue.current(), await withdrawalOfUser(database, user.id, id)),
    },
  };
});
