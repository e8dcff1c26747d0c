import type { ReadInput } from '@tessera/api/contract';
import { readAddress } from '@tessera/api/payees/rules';
import { cmp, neg, scaleOf } from '@tessera/money';
import { type Transaction, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireSecondMember } from '../../platform/staff-changes/second-member.ts';
import type { By } from '../../platform/staff-command.ts';
import { type ChainName, listTokens } from '../chains/index.ts';
import { scriptOf } from './balances.ts';

type Proposal = ReadInput<'POST /staff/treasury/propose'>;

const required = <T>(value: T | undefined, field: string): T => {
  if (value === undefined) throw new DomainError('field_required', { field });
  return value;
};

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

async function requireAmount(tx: Transaction, { chain, currency }: Proposal, fields: Record<string, string>) {
  const code = required(currency, 'currency');
  const tokens = await listTokens(tx, chain ?? null);
  const token = tokens.find((each) => each.currency === code);
  if (!token && chain !== undefined) throw new DomainError('currency_unknown', { field: 'currency' });
  // What the tables have room for.
  const scale = Math.min(token?.decimals ?? 18, 18);
  for (const [field, value] of Object.entries(fields)) {
    if (scaleOf(value) > scale) throw new DomainError('field_too_precise', { field, params: { scale } });
  }
  return code;
}

/** The columns of a change by its kind; what a kind does not have is left out. */
async function columnsOf(tx: Transaction, input: Proposal) {
  const none = { chain: null, currency: null, address: null, low: null, high: null, amount: null, reference: null };
  if (input.kind === 'elsewhere') {
    const amount = required(input.amount, 'amount');
    const currency = await requireAmount(tx, { ...input, chain: undefined }, { amount });
    return { ...none, currency, amount, reference: required(input.reference, 'reference') };
  }
  const chain = required(input.chain, 'chain');
  if (input.kind === 'sweep') {
    const amount = required(input.amount, 'amount');
    return { ...none, chain, currency: await requireAmount(tx, input, { amount }), amount };
  }
  if (input.kind === 'limit') {
    const [low, high] = [required(input.low, 'low'), required(input.high, 'high')];
    const currency = await requireAmount(tx, input, { low, high });
    if (cmp(high, low) < 0) throw new DomainError('field_too_small', { field: 'high', params: { min: low } });
    return { ...none, chain, currency, low, high };
  }
  const address = addressIn(chain, required(input.address, 'address'));
  if (input.kind === 'cold') return { ...none, chain, address };
  const amount = required(input.amount, 'amount');
  const direction = required(input.direction, 'direction');
  return {
    ...none,
    chain,
    address,
    currency: await requireAmount(tx, input, { amount }),
    amount: direction === 'in' ? amount : neg(amount),
    reference: required(input.reference, 'reference'),
  };
}

const audit = (tx: Transaction, action: string, id: string, reason: string, { staffId, at }: By): Promise<unknown> =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    action,
    `treasury:${id}`,
    reason,
    new Date(at),
  ]);

/** Writes a change down, which has no effect before another member approves it. */
export async function propose(tx: Transaction, input: Proposal, by: By): Promise<void> {
  const columns = await columnsOf(tx, input);
  const { chain, currency, address, low, high, amount, reference } = columns;
  try {
    const [row] = await tx.query<{ id: string }>(
      `insert into treasury_change (kind, chain, currency, address, low, high, amount, reference, reason, proposed_by,
                                    proposed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
      [input.kind, chain, currency, address, low, high, amount, reference, input.reason, by.staffId, new Date(by.at)],
    );
    const named = Object.entries(columns).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
    await audit(tx, 'treasury.propose', row?.id ?? '', `${input.kind} ${named.join(' ')}: ${input.reason}`, by);
  } catch (error) {
    // A movement is named by its transaction, once at an address.
    if (violates(error, 'treasury_movement_once')) throw new DomainError('idempotency_conflict', { cause: error });
    throw error;
  }
}

/** Approves or rejects a change. The member who proposed it may reject it only. */
export async function decide(
  tx: Transaction,
  { id, approve, reason }: ReadInput<'POST /staff/treasury/decide'>,
  by: By,
): Promise<void> {
  const [row] = await tx.query<{ state: string; proposed_by: string }>(
    'select state, proposed_by from treasury_change where id = $1 for update',
    [id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  if (row.state !== 'proposed') throw new DomainError('already_reviewed');
  if (approve) await requireSecondMember(tx, row.proposed_by, by.staffId);
  await tx.query(`update treasury_change set state = $2, decided_by = $3, decided_at = $4 where id = $1`, [
    id,
    approve ? 'approved' : 'rejected',
    by.staffId,
    new Date(by.at),
  ]);
  await audit(tx, approve ? 'treasury.approve' : 'treasury.reject', id, reason, by);
}
