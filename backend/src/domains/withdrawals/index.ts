import { withdrawalsContract } from '@tessera/api/withdrawals/contract';
import { defineDomain } from '../../platform/domain.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { ownersBy } from '../../platform/staff-changes/subjects.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { createCardNumbers, payoutNetworks } from '../payees/index.ts';
import { createChainPayouts } from './chain/index.ts';
import { beginPayoutApproval, keepPayoutApproval, listPayouts, releasePayout } from './chain/staff.ts';
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

export { delegatedAddresses, isMoving, orderMovement, type Source } from './chain/movements.ts';
export { fromUnits, toUnits } from './chain/units.ts';

const ownerOfPayment = ownersBy(
  'id',
  'select u.uid from withdrawal w join user_account u on u.id = w.user_id where w.id = $1',
);

/** Money that leaves to an address or a bank card: asked for by users, decided by staff, paid by a `Payout`. */
export const withdrawals = defineDomain(withdrawalsContract, (dependencies) => {
  const { database, catalogue, settings, ports, now } = dependencies;
  const numbers = createCardNumbers(settings);
  const chains = createChainPayouts(dependencies, manualPayout(payoutReports, numbers, ports), payoutReports);
  const { payout } = chains;
  const requests = createRequests(dependencies, createFactors(dependencies), payout);
  const staffParts = { database, signer: chains.signer, now };
  return {
    name: 'withdrawals',
    // The signer counts members who approve: none approves a payment of their own as one of two.
    staffSubjects: {
      'POST /staff/payout/approve': ownerOfPayment,
      'POST /staff/payout/approve/begin': ownerOfPayment,
      'POST /staff/payout/release': ownerOfPayment,
    },
    staffCommands: [
      commandOf(withdrawalsContract['GET /staff/payouts'], {
        name: 'payouts',
        usage: 'payments by the signer that are not at their end',
        run: async () => (await listPayouts(staffParts)).list,
      }),
      commandOf(withdrawalsContract['POST /staff/payout/release'], {
        name: 'payout-release',
        usage: '<id> --why "<why>"  gives a payment that was never signed to staff, who pay it by hand',
        subject: 'id',
        run: async (input, by) => [await releasePayout(staffParts, input, by)],
      }),
    ],
    userData: {
      withdrawal: { rows: 'user_id = $1', without: ['reviewer_id', 'first_reviewer_id', 'first_returner_id'] },
      withdrawal_step: {
        rows: 'withdrawal_id in (select id from withdrawal where user_id = $1)',
        without: ['staff_id'],
      },
      chain_payout: {
        rows: 'withdrawal_id in (select id from withdrawal where user_id = $1)',
        without: ['detail', 'transaction_id', 'tried_at'],
      },
      chain_payout_approval: { leftOut: 'passkeys of staff over payments' },
      chain_transaction: { leftOut: 'transactions of the house, which the chain has' },
      chain_transaction_version: { leftOut: 'their signed bytes' },
      chain_input: { leftOut: 'what they spend' },
      chain_wallet: { leftOut: 'counters of the house' },
      chain_movement: { leftOut: 'movements of the house' },
      chain_movement_unlisted: { leftOut: 'movements of the house' },
      chain_movement_source: { leftOut: 'addresses that they take from; users see theirs as deposit addresses' },
      chain_sweep_hold: { leftOut: 'addresses whose sweep waits; users see theirs as deposit addresses' },
    },
    jobs: chains.jobs,
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
    queues: [reviewQueue(payout, numbers, ports), ...payout.queues],
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
      'GET /staff/payouts': () => listPayouts(staffParts),
      'POST /staff/payout/approve/begin': async ({ by }, { id }) => beginPayoutApproval(staffParts, id, by.staffId),
      // What a passkey signs is the payment itself: it needs no other confirmation.
      'POST /staff/payout/approve': async ({ by }, input) => keepPayoutApproval(staffParts, input, by),
      'POST /staff/payout/release': async ({ by }, input) => {
        return releasePayout(staffParts, input, by);
      },
    },
  };
});
