import type { ReadInput } from '@tessera/api/contract';
import { div, quantize } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type KeyUse, knownOutput, withIdempotency } from '../../platform/http/idempotency.ts';
import { inTurn } from '../../platform/limits/in-turn.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { leave } from '../../platform/ways/leave.ts';
import { fiatRateMap } from '../fiat/index.ts';
import { indexInUsdt, indexValueInUsdt } from '../instruments/index.ts';
import { createCardNumbers } from '../payees/index.ts';
import { approve, beginApprove } from '../security/index.ts';
import { readConfiguration } from '../site/index.ts';
import type { Payout as Payer } from './payout.ts';
import { approveAutomatically } from './review-queue.ts';
import { book } from './states.ts';
import { LAST, type Withdrawal, wireWithdrawal, withdrawalOfUser } from './store.ts';
import { type Asked, approvedTerms, type Payout, payoutOf, shownTerms } from './targets.ts';

const PURPOSE = 'withdrawal';
/** Decimal places of a value in BTC. */
const BTC_SCALE = 18;

/** What an amount is worth now. Rejects with `stale_price` where that is unknown: a limit would not be checked. */
async function worthOf({ database, feed }: Pick<Dependencies, 'database' | 'feed'>, currency: string, amount: string) {
  const bitcoin = indexInUsdt(feed, 'BTC');
  const usdt = indexValueInUsdt(feed, currency, amount, await fiatRateMap(database));
  if (bitcoin === null || usdt === null) throw new DomainError('stale_price');
  return { usdt, btc: quantize(div(usdt, bitcoin), BTC_SCALE, 'up') };
}

async function record(
  tx: Transaction,
  { ports, catalogue, now }: Dependencies,
  userId: string,
  { network, way, target, cardId, amount }: Payout,
  worth: { readonly usdt: string; readonly btc: string },
  payer: Payer,
): Promise<Withdrawal> {
  const at = now();
  await leave(tx, ports, {
    call: 'POST /wallet/out',
    userId,
    payeeId: null,
    counts: { limit: 'withdrawal', value: worth.btc },
    at,
  });
  const { maxPendingWithdrawals: max } = await readConfiguration(tx);
  const pending = await countOf(tx, `withdrawal where user_id = $1 and status = 'requested'`, [userId]);
  if (pending >= max) throw new DomainError('too_many_withdrawals', { params: { max } });
  const [row] = await tx.query<{ id: string }>(
    `insert into withdrawal (user_id, currency, network, way, target, card_id, amount, fee, value_btc, value_usdt, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      userId,
      network.currency.code,
      network.network,
      way,
      // The number of an account stays sealed, with its card.
      way === 'address' ? target : target.slice(-LAST),
      cardId,
      amount,
      network.fee,
      worth.btc,
      worth.usdt,
      new Date(at),
    ],
  );
  const id = row?.id ?? '';
  const requested = await withdrawalOfUser(tx, userId, id);
  await book(tx, requested, { status: 'requested', at, staffId: null });
  await approveAutomatically(tx, payer, requested, at);
  return wireWithdrawal(catalogue.current(), await withdrawalOfUser(tx, userId, id));
}

/** Requests of users for withdrawals, on this node. */
export function createRequests(dependencies: Dependencies, factors: Factors, payer: Payer) {
  const { database, catalogue, settings, ports, now } = dependencies;
  const numbers = createCardNumbers(settings);
  const turns = inTurn();
  const contextOf = (userId: string) => ({
    sql: database,
    counts: database,
    numbers,
    ports,
    catalogue: catalogue.current(),
    userId,
    now: now(),
  });

  /** What a withdrawal is to be approved with. */
  async function begin(user: SignedIn, asked: Asked) {
    const payout = await payoutOf(contextOf(user.id), asked);
    const { way, target, received, network } = payout;
    return {
      network: network.network,
      target: way === 'address' ? target : target.slice(-LAST),
      fee: network.fee,
      received,
      approval: await beginApprove(
        factors,
        user,
        { purpose: PURPOSE, what: approvedTerms(payout) },
        shownTerms(payout),
      ),
    };
  }

  async function requestOnce(user: SignedIn, use: KeyUse, input: ReadInput<'POST /wallet/out'>): Promise<Withdrawal> {
    const known = await knownOutput<Withdrawal>(database, use);
    if (known) return known.output;
    const payout = await payoutOf(contextOf(user.id), input);
    const worth = await worthOf(dependencies, payout.network.currency.code, payout.amount);
    const { totp, passkey, code } = input;
    const approvable = { purpose: PURPOSE, what: approvedTerms(payout) };
    try {
      const spend = await approve(factors, user, approvable, { totp, passkey, code });
      return await database.transaction((tx) =>
        withIdempotency(tx, use, now(), async () => {
          await spend(tx);
          // The whitelist and the terms may have changed while the proof was checked.
          await payoutOf({ ...contextOf(user.id), sql: tx, counts: null }, input);
          return record(tx, dependencies, user.id, payout, worth, payer);
        }),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Another node may carry out the same request, which has used the proof up: then its outcome is this one's.
      return database.transaction((tx) => withIdempotency<Withdrawal>(tx, use, now(), () => Promise.reject(error)));
    }
  }

  return {
    begin,
    /**
     * Freezes the amount and asks staff. The proof is checked outside of the transaction, where wrong ones count; the
     * requests of a user therefore go one after the other, so that a repeated one finds the outcome of the first.
     */
    request: (user: SignedIn, use: KeyUse, input: ReadInput<'POST /wallet/out'>) =>
      turns(user.id, () => requestOnce(user, use, input)),
  };
}
