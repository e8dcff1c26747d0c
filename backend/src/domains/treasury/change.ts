import type { ReadInput } from '@tessera/api/contract';
import { readAddress } from '@tessera/api/payees/rules';
import { cmp, neg, scaleOf } from '@tessera/money';
import { type Transaction, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';
import { type ChainName, listTokens } from '../chains/index.ts';
import { scriptOf } from './balances.ts';

/* What two members decided takes effect here: the newest row of a kind counts, of movements each. */

type Kind = 'limit' | 'cold' | 'sweep' | 'elsewhere' | 'movement';
type Given<K extends Kind> = ReadInput<`POST /staff/treasury/${K}`>;

function addressIn(chain: ChainName, text: string): string {
  const address = readAddress(chain, text)?.address;
  try {
    // Balances of Bitcoin are read by scripts of SegWit version 0.
    if (address !== undefined && chain === 'bitcoin') scriptOf(address);
  } catch (error) {
    throw new DomainError('address_invalid', { field: 'address', cause: error });
  }
  if (address === undefined) throw new DomainError('address_invalid', { field: 'address' });
  return address;
}

/** Rejects a currency without a token on the chain, and more places than it has; null: held on no chain. */
async function requireAmounts(
  tx: Transaction,
  { chain, currency }: { readonly chain: ChainName | null; readonly currency: string },
  amounts: Record<string, string>,
): Promise<void> {
  const token = (await listTokens(tx, chain)).find((each) => each.currency === currency);
  if (!token && chain !== null) throw new DomainError('currency_unknown', { field: 'currency' });
  // What the tables have room for.
  const scale = Math.min(token?.decimals ?? 18, 18);
  for (const [field, value] of Object.entries(amounts)) {
    if (scaleOf(value) > scale) throw new DomainError('field_too_precise', { field, params: { scale } });
  }
}

type Columns = Partial<
  Record<'chain' | 'currency' | 'address' | 'low' | 'high' | 'amount' | 'reference', string | null>
>;

const insert = (
  tx: Transaction,
  kind: Kind,
  { chain, currency, address, low, high, amount, reference }: Columns,
  reason: string,
  { staffId, at }: By,
) =>
  tx.query(
    `insert into treasury_change (kind, chain, currency, address, low, high, amount, reference, reason, staff_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [kind, chain, currency, address, low, high, amount, reference, reason, staffId, new Date(at)].map(
      (value) => value ?? null,
    ),
  );

export async function setLimit(tx: Transaction, { reason, ...limit }: Given<'limit'>, by: By): Promise<void> {
  const { low, high } = limit;
  await requireAmounts(tx, limit, { low, high });
  if (cmp(high, low) < 0) throw new DomainError('field_too_small', { field: 'high', params: { min: low } });
  await insert(tx, 'limit', limit, reason, by);
}

export async function setCold(tx: Transaction, { chain, address, reason }: Given<'cold'>, by: By): Promise<void> {
  const cold = addressIn(chain, address);
  // A user's deposit address would count as two assets, and be swept back.
  const [deposit] = await tx.query('select from deposit_address where chain = $1 and lower(address) = lower($2)', [
    chain,
    cold,
  ]);
  if (deposit) throw new DomainError('address_invalid', { field: 'address' });
  await insert(tx, 'cold', { chain, address: cold }, reason, by);
}

export async function setSweep(tx: Transaction, { reason, ...sweep }: Given<'sweep'>, by: By): Promise<void> {
  await requireAmounts(tx, sweep, { amount: sweep.amount });
  await insert(tx, 'sweep', sweep, reason, by);
}

export async function declareElsewhere(
  tx: Transaction,
  { reason, ...held }: Given<'elsewhere'>,
  by: By,
): Promise<void> {
  await requireAmounts(tx, { ...held, chain: null }, { amount: held.amount });
  await insert(tx, 'elsewhere', held, reason, by);
}

export async function bookMovement(
  tx: Transaction,
  { reason, direction, ...movement }: Given<'movement'>,
  by: By,
): Promise<void> {
  const { amount } = movement;
  const address = addressIn(movement.chain, movement.address);
  await requireAmounts(tx, movement, { amount });
  const signed = direction === 'in' ? amount : neg(amount);
  try {
    await insert(tx, 'movement', { ...movement, address, amount: signed }, reason, by);
  } catch (error) {
    // A movement is named by its transaction, once at an address.
    if (violates(error, 'treasury_movement_once')) throw new DomainError('idempotency_conflict', { cause: error });
    throw error;
  }
}
