import type { ReadInput } from '@tessera/api/contract';
import { depositProblem, transactionIdOf } from '@tessera/api/deposits/rules';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import { type Transaction, violates } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Limits } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { useUpload } from '../../platform/uploads/uses.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { type Claim, claimById, claimOf } from './claims.ts';
import { refuseCredited } from './credit.ts';
import { openNetwork } from './networks.ts';
import { noteAlike } from './warnings.ts';

type Charge = ReadInput<'POST /wallet/charge_req'>;

type Exchange = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  readonly limits: Limits;
  /** Unix ms. */
  readonly now: number;
};

/** Records a user's claim to have paid in. It credits nothing: staff do. */
export async function chargeRequest(
  tx: Transaction,
  user: SignedIn,
  { currency: currencyId, type, amount, txid, account, voucher }: Charge,
  { catalogue, feed, limits, now }: Exchange,
): Promise<Claim> {
  const { currency, network, chain, minAmount } = await openNetwork(tx, catalogue, currencyId, type, {
    currency: 'currency',
    network: 'type',
  });
  const problem = depositProblem(amount, { currency: currency.code, scale: currency.scale, min: minAmount });
  if (problem) throw new DomainError(problem.code, problem);
  const { maxPendingDeposits } = await readConfiguration(tx);
  const value = indexValueInUsdt(feed, currency.code, amount);
  if (value === null) throw new DomainError('stale_price');

  // Locks the user: concurrent claims are counted one after the other.
  await limits.require(tx, user.id, 'deposit', value, 'amount');
  if (txid !== undefined) await refuseCredited(tx, { chain, txid: transactionIdOf(txid), userId: user.id });
  const picture = await useUpload(tx, user.id, { location: voucher, field: 'voucher' });
  const pending = await countOf(tx, `deposit_claim where user_id = $1 and status = 'pending'`, [user.id]);
  if (pending >= maxPendingDeposits) throw new DomainError('already_under_review');
  try {
    const [row] = await tx.query<{ id: string }>(
      `insert into deposit_claim (user_id, currency, network, amount, txid, account, voucher, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        user.id,
        currency.code,
        network,
        amount,
        txid === undefined ? null : transactionIdOf(txid),
        account ?? null,
        picture,
        new Date(now),
      ],
    );
    const claim = row && (await claimById(tx, row.id));
    if (!claim) throw new Error('the claim is not there');
    await noteAlike(tx, claim.id);
    return claimOf(catalogue, claim);
  } catch (error) {
    // The picture belongs to another claim already.
    if (violates(error, 'deposit_claim_voucher'))
      throw new DomainError('upload_unknown', { field: 'voucher', cause: error });
    if (violates(error, 'deposit_claim_txid')) throw new DomainError('txid_used', { field: 'txid', cause: error });
    throw error;
  }
}
