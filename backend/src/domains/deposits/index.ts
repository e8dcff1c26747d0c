import { depositsContract } from '@tessera/api/deposits/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { add } from '@tessera/money';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import {
  addressOf,
  checkDepositKeys,
  formerAddressesJob,
  seedDemonstrationKeys,
  userOfAddress,
} from './address-book.ts';
import { chargeRequest } from './charge.ts';
import { claimedInUsdt, claimOf, listClaims } from './claims.ts';
import { requireOwnDepositsSound } from './former-contracts.ts';
import { type DepositNetwork, depositNetworks, openNetwork, paymentUri } from './networks.ts';
import { depositNotes, kindOfDeposit } from './notes.ts';
import { depositQueue } from './queue.ts';
import { retentionJob } from './retention.ts';
import { tellDepositJob } from './told.ts';
import { openDebts, owesDeposit } from './watch/book.ts';
import { debtsJob, watchJobs } from './watch/jobs.ts';
import { listForTreasury, listOnChain, onChainInUsdt } from './watch/list.ts';

export { fingerprintOf } from './addresses.ts';
export { formerCredits, requireNoFormerCredits } from './former-contracts.ts';

const coinOf = ({ currency, network, open, minAmount }: DepositNetwork, language: LanguageCode) => ({
  id: currency.id,
  name: currency.code,
  subName: network,
  type: kindOfDeposit(language),
  status: open ? ('open' as const) : ('suspended' as const),
  image: null,
  min_number: minAmount,
  scale: currency.scale,
});

/** Paying in: where to send, and the claim to have sent. */
export const deposits = defineDomain(depositsContract, (dependencies) => {
  const { database, settings, catalogue, feed, now, ports } = dependencies;
  // A key that cannot be used stops the start, not the first user who wants to pay in.
  checkDepositKeys(settings);
  return {
    name: 'deposits',
    userData: {
      deposit_claim: { rows: 'user_id = $1', without: ['reviewer_id', 'first_reviewer_id'] },
      deposit_address: OWN_ROWS,
      deposit_transaction: {
        rows: `claim_id in (select id from deposit_claim where user_id = $1)
               or claim_id is null and (chain, txid) in (select chain, txid from chain_deposit where user_id = $1)`,
      },
      deposit_transaction_other: OWN_ROWS,
      // The hash is the block's, not the user's.
      chain_deposit: { rows: 'user_id = $1', without: ['block_hash'] },
      deposit_debt: OWN_ROWS,
      deposit_alike: { leftOut: 'compares claims of several users' },
    },
    recordKinds: ['deposit', 'deposit_reversal'],
    addressUse: async (sql, chain, address) => {
      const userId = await userOfAddress(sql, chain, address);
      return userId === null ? null : { kind: 'deposit', userId };
    },
    closingObstacles: async (sql, userId) => [
      {
        kind: 'deposit',
        count:
          (await countOf(sql, `deposit_claim where user_id = $1 and status = 'pending'`, [userId])) +
          (await countOf(sql, `chain_deposit where user_id = $1 and state = 'pending'`, [userId])) +
          (await openDebts(sql, userId)).length,
      },
    ],
    limitUses: {
      deposit: async (sql, userId) =>
        add(await claimedInUsdt(sql, feed, userId), await onChainInUsdt(sql, feed, userId)),
    },
    debts: openDebts,
    keepsMoney: async (tx, userId) => {
      if (await owesDeposit(tx, userId)) throw new DomainError('deposit_owed');
      await requireOwnDepositsSound(tx, userId);
    },
    queues: [depositQueue({ catalogue, feed })],
    jobs: [
      retentionJob({ database, now }),
      formerAddressesJob(database, settings),
      ...watchJobs(dependencies),
      debtsJob(dependencies),
      tellDepositJob({ database }),
    ],
    currencyUses: async (sql) => {
      const networks = await depositNetworks(sql, catalogue.current());
      const open = new Set(networks.flatMap((network) => (network.open ? network.currency.code : [])));
      return (code) => ({ deposits: open.has(code) });
    },
    seed: async () => {
      await seedDemonstrationKeys(database);
    },
    calls: {
      'GET /currency/lists_deposit': async ({ language }) => ({
        list: (await depositNetworks(database, catalogue.current())).map((each) => coinOf(each, language)),
      }),
      'GET /currency/lists_deposit_detail': async ({ user, language }, { id, subName }) => {
        const network = await openNetwork(database, catalogue.current(), id, subName, {
          currency: 'id',
          network: 'subName',
        });
        const address = await addressOf(database, settings, user.id, network.chain);
        return {
          ...coinOf(network, language),
          chain: network.chain,
          address,
          uri: paymentUri(network, address),
          confirmations: network.confirmations,
          notes: depositNotes(language, network, {
            demonstration: settings.depositXpubs === undefined,
            watched: settings.nodes[network.chain] !== undefined,
          }),
        };
      },
      'POST /wallet/get_in_address': async ({ user }, payload) => {
        const fields = { currency: 'currency_id', network: 'network' };
        const network = await openNetwork(database, catalogue.current(), payload.currency_id, payload.network, fields);
        const address = await addressOf(database, settings, user.id, network.chain);
        return {
          currency_id: network.currency.id,
          currency: network.currency.code,
          network: network.network,
          address,
          uri: paymentUri(network, address),
          min_number: network.minAmount,
          confirmations: network.confirmations,
        };
      },
      'POST /wallet/charge_req': async ({ tx, user }, payload) => {
        const claim = await chargeRequest(tx, user, payload, {
          catalogue: catalogue.current(),
          feed,
          limits: ports.limits(),
          now: now(),
        });
        tx.notify(user.id, { kind: 'deposit', id: claim.id, status: claim.status });
        return claim;
      },
      'GET /recharge/log': async ({ user }, { status, page, limit }) => {
        const { rows, ...rest } = await listClaims(database, { userId: user.id, status, page, limit });
        return { list: rows.map((row) => claimOf(catalogue.current(), row)), ...rest };
      },
      'GET /recharge/chain': ({ user }, page) => listOnChain(database, catalogue.current(), user.id, page),
      'GET /staff/deposits/chain': async (_, { state, ...page }) => {
        return listForTreasury(database, state, page);
      },
    },
  };
});
