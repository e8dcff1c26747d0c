import type { ReadInput } from '@tessera/api/contract';
import { readAddress } from '@tessera/api/payees/rules';
import { cmp, scaleOf } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import { type Transaction, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';
import { requireAsSigner } from './signer-assets.ts';
import { chainOf, hadOtherDecimals, tokenOf } from './store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What was changed, as the audit entry names it: `fee_bump=20 …: <reason>`. */
async function audit(
  tx: Transaction,
  action: string,
  subject: string,
  { reason, ...fields }: Fields & { readonly reason: string },
  { staffId, at }: By,
): Promise<void> {
  const changes = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  await tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)`, [
    staffId,
    action,
    subject,
    `${changes.join(' ')}: ${reason}`,
    new Date(at),
  ]);
}

export async function changeChain(
  tx: Transaction,
  { chain, ...change }: ReadInput<'POST /staff/chains/change'>,
  by: By,
): Promise<void> {
  await requireAsSigner(tx, { chain }, { identity: change.identity, finality: change.finality });
  await tx.query(
    `update chain set identity = coalesce($2, identity), finality = coalesce($3, finality),
            deposits_halted = coalesce($4, deposits_halted), withdrawals_halted = coalesce($5, withdrawals_halted),
            fee_ceiling = coalesce($6, fee_ceiling), fee_bump = coalesce($7, fee_bump)
      where name = $1`,
    [
      chain,
      change.identity ?? null,
      change.finality ?? null,
      change.deposits_halted ?? null,
      change.withdrawals_halted ?? null,
      change.fee_ceiling ?? null,
      change.fee_bump ?? null,
    ],
  );
  await audit(tx, 'chain.change', chain, change, by);
}

const requireCurrency = (catalogue: CatalogueSnapshot, code: string) => {
  const currency = catalogue.currencyByCode(code);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency' });
  return currency;
};

const hasCredits = async (tx: Transaction, chain: string, currency: string): Promise<boolean> =>
  (
    await tx.query(
      `select from chain_deposit where chain = $1 and currency = $2 and state in ('credited', 'claimed') limit 1`,
      [chain, currency],
    )
  ).length > 0;

export async function changeToken(
  tx: Transaction,
  catalogue: CatalogueSnapshot,
  { chain, currency, ...change }: ReadInput<'POST /staff/chains/token'>,
  by: By,
): Promise<void> {
  requireCurrency(catalogue, currency);
  const { kind, depositsHalted } = await chainOf(tx, chain);
  const contract = change.contract === undefined ? null : (readAddress(chain, change.contract)?.address ?? undefined);
  // Bitcoin has no tokens.
  if (contract === undefined || (contract !== null && kind === 'bitcoin')) {
    throw new DomainError('address_invalid', { field: 'contract' });
  }
  const before = await tokenOf(tx, chain, currency);
  // A chain's own coin stays what it is, and no token becomes it.
  if (before && (before.contract === null) !== (contract === null)) {
    throw new DomainError('invalid_field', { field: 'contract' });
  }
  // What comes in meanwhile would be credited as the other token.
  if (before && before.contract !== contract && !depositsHalted && (await hasCredits(tx, chain, currency))) {
    throw new DomainError('deposits_not_halted', { field: 'contract' });
  }
  if (await hadOtherDecimals(tx, { chain, currency, contract, decimals: change.decimals })) {
    throw new DomainError('invalid_field', { field: 'decimals' });
  }
  await requireAsSigner(tx, { chain, currency }, { contract, decimals: change.decimals });
  try {
    await tx.query(
      `insert into chain_token (chain, currency, contract, decimals) values ($1, $2, $3, $4)
       on conflict (chain, currency) do update set contract = $3, decimals = $4`,
      [chain, currency, contract, change.decimals],
    );
  } catch (error) {
    // The contract is another currency.
    if (violates(error, 'chain_token_contract'))
      throw new DomainError('invalid_field', { field: 'contract', cause: error });
    throw error;
  }
  await audit(tx, 'chain.token', `${chain}:${currency}`, { ...change, contract: contract ?? 'none' }, by);
}

type NetworkChange = ReadInput<'POST /staff/chains/network'>;

const required = <T extends string | number>(value: T | undefined, field: string): T => {
  if (value === undefined) throw new DomainError('field_required', { field });
  return value;
};

const FOLLOWING = `coalesce((select max(position) + 1 from`;

async function changeDeposits(tx: Transaction, change: NetworkChange): Promise<void> {
  const { chain, currency, network, deposits_open: open, min_deposit: min, confirmations } = change;
  if (open === undefined && min === undefined && confirmations === undefined) return;
  const changed = await tx.query(
    `update deposit_network set open = coalesce($4, open), min_amount = coalesce($5, min_amount),
            confirmations = coalesce($6, confirmations)
      where currency = $1 and network = $2 and chain = $3 returning 1`,
    [currency, network, chain, open ?? null, min ?? null, confirmations ?? null],
  );
  if (changed.length > 0) return;
  await tx.query(
    `insert into deposit_network (currency, network, chain, position, open, min_amount, confirmations)
     values ($1, $2, $3, ${FOLLOWING} deposit_network), 1), $4, $5, $6)`,
    [currency, network, chain, open ?? true, required(min, 'min_deposit'), required(confirmations, 'confirmations')],
  );
}

async function changeWithdrawals(tx: Transaction, change: NetworkChange): Promise<void> {
  const { chain, currency, network, withdrawals_open: open, withdrawal_fee: fee, min_withdrawal: min } = change;
  if (open === undefined && fee === undefined && min === undefined) return;
  const [before] = await tx.query<{ fee: string; min_amount: string }>(
    `select fee, min_amount from withdrawal_network where currency = $1 and network = $2 and chain = $3 for update`,
    [currency, network, chain],
  );
  const terms = {
    fee: required(fee ?? before?.fee, 'withdrawal_fee'),
    min: required(min ?? before?.min_amount, 'min_withdrawal'),
  };
  if (cmp(terms.min, terms.fee) <= 0) {
    throw new DomainError('field_too_small', { field: 'min_withdrawal', params: { min: terms.fee } });
  }
  await tx.query(
    `insert into withdrawal_network as w (currency, network, chain, position, open, fee, min_amount)
     values ($1, $2, $3, ${FOLLOWING} withdrawal_network), 1), coalesce($4, true), $5, $6)
     on conflict (currency, network) do update
        set open = coalesce($4, w.open), fee = excluded.fee, min_amount = excluded.min_amount`,
    [currency, network, chain, open ?? null, terms.fee, terms.min],
  );
}

/** A network's name belongs to one chain for a currency: another chain under it would send money elsewhere. */
async function requireOwn(tx: Transaction, { chain, currency, network }: NetworkChange): Promise<void> {
  const [other] = await tx.query(
    `select from (select chain, currency, network from deposit_network
                  union all select chain, currency, network from withdrawal_network) n
      where currency = $1 and network = $2 and chain is distinct from $3`,
    [currency, network, chain],
  );
  if (other) throw new DomainError('network_unknown', { field: 'network' });
}

export async function changeNetwork(
  tx: Transaction,
  catalogue: CatalogueSnapshot,
  change: NetworkChange,
  by: By,
): Promise<void> {
  const { scale: held } = requireCurrency(catalogue, change.currency);
  const token = await tokenOf(tx, change.chain, change.currency);
  if (!token) throw new DomainError('not_found', { field: 'currency' });
  const scale = Math.min(held, token.decimals);
  for (const field of ['min_deposit', 'withdrawal_fee', 'min_withdrawal'] as const) {
    const value = change[field];
    if (value !== undefined && scaleOf(value) > scale) {
      throw new DomainError('field_too_precise', { field, params: { scale } });
    }
  }
  await requireOwn(tx, change);
  await requireAsSigner(tx, change, { confirmations: change.confirmations });
  await changeDeposits(tx, change);
  await changeWithdrawals(tx, change);
  const { chain, currency, network, ...fields } = change;
  await audit(tx, 'chain.network', `${chain}:${currency}:${network}`, fields, by);
}

/** Lets a chain be read again from a block on. The blocks before stay; credits are made once whatever is read twice. */
export async function rescan(
  tx: Transaction,
  { chain, from, ...change }: ReadInput<'POST /staff/chains/rescan'>,
  by: By,
): Promise<void> {
  const rows = await tx.query(
    `update chain_watch set height = $2, finalized = null, paused = null, detail = null, since = $3
      where chain = $1 returning 1`,
    [chain, from - 1 < 0 ? null : from - 1, new Date(by.at)],
  );
  if (rows.length === 0) throw new DomainError('not_found', { field: 'chain' });
  await tx.query('delete from chain_block where chain = $1', [chain]);
  await audit(tx, 'chain.rescan', chain, { from, ...change }, by);
}
