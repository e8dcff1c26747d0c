import type { Output, ReadInput } from '@tessera/api/contract';
import { approvalChallenge, type PaymentTerms, type Signed, type SignerClient } from '@tessera/signer-api';
import * as z from 'zod/mini';
import type { Database, Sql } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { By } from '../../../platform/staff-command.ts';
import { lockOrder, type Order, paymentId, storeSigned } from './store.ts';
import { fromUnits } from './units.ts';

/* What staff see of payments by the signer, and do about them. */

type Payouts = Output<'GET /staff/payouts'>;
type Row = Omit<Payouts['list'][number], 'amount' | 'approvals'> & {
  readonly units: string;
  readonly decimals: number;
  readonly approvals: string[];
};

const assertionShape = z.object({
  id: z.string(),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});
const clientDataShape = z.object({ challenge: z.string() });

/** ms that a browser waits for the passkey. */
const TIMEOUT = 5 * 60_000;

export type StaffParts = {
  readonly database: Database;
  readonly signer: SignerClient | null;
  /** Unix ms. */
  readonly now: () => number;
};

const reached = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw new DomainError('signer_unreachable', { cause: error });
  }
};

function requireSigner({ signer }: StaffParts): SignerClient {
  if (!signer) throw new DomainError('signer_missing');
  return signer;
}

/**
 * Payments by the signer that are not at their end, and what the signer still allows: those that members have to approve before
 * all others, which hundreds that wait for their delay would hide, then the oldest.
 */
export async function listPayouts({ database, signer }: StaffParts): Promise<Payouts> {
  const rows = await database.query<Row>(
    `select p.withdrawal_id as id, p.chain, p.currency, p.target, p.amount::text as units, t.decimals, p.state, p.waits,
            p.detail, p.attempt, x.txid, coalesce(x.confirmations, 0) as confirmations, p.ordered_at,
            coalesce((select json_agg(m.name order by a.at) from chain_payout_approval a
                        join staff_member m on m.id = a.staff_id
                       where a.withdrawal_id = p.withdrawal_id and a.attempt = p.attempt), '[]') as approvals
       from chain_payout p join chain_token t on t.chain = p.chain and t.currency = p.currency
       left join chain_transaction x on x.id = p.transaction_id
      where p.state in ('ordered', 'signed')
      order by p.waits is distinct from 'approvals_missing', p.withdrawal_id limit 500`,
  );
  const status = signer && (await signer.status().catch(() => null));
  return {
    list: rows.map(({ units, decimals, ...row }) => ({ ...row, amount: fromUnits(units, decimals) })),
    signer: {
      configured: signer !== null,
      reached: status !== null,
      wallets: (status?.chains ?? []).map(({ chain, address, assets }) => ({
        chain,
        address,
        assets: assets.map(({ asset, decimals, hour, day, transaction, approvalsAbove }) => ({
          currency: asset,
          transaction: fromUnits(transaction, decimals),
          hour_left: fromUnits(String(BigInt(hour.limit) - BigInt(hour.used)), decimals),
          day_left: fromUnits(String(BigInt(day.limit) - BigInt(day.used)), decimals),
          approvals_above: fromUnits(approvalsAbove, decimals),
        })),
      })),
    },
  };
}

async function orderOf(sql: Sql, id: string): Promise<Order> {
  const [order] = await sql.query<Order>(
    `select p.withdrawal_id, w.user_id, p.chain, p.currency, null as contract, p.target, p.amount::text as amount,
            p.attempt, w.status = 'sent' as sent, p.waits
       from chain_payout p join withdrawal w on w.id = p.withdrawal_id
      where p.withdrawal_id = $1 and p.state = 'ordered'`,
    [id],
  );
  if (!order) throw new DomainError('not_found', { field: 'id' });
  return order;
}

const termsOf = ({ withdrawal_id, chain, currency, target, amount, attempt }: Order): PaymentTerms => ({
  id: paymentId(withdrawal_id),
  chain,
  asset: currency,
  to: target,
  amount,
  attempt,
});

const passkeysOf = (sql: Sql, staffId: string) =>
  sql.query<{ credential_id: string; transports: string[] }>(
    'select credential_id, transports from passkey where holder = $1 order by id limit 100',
    [`staff:${staffId}`],
  );

/**
 * Options for `navigator.credentials.get`, as JSON. The challenge is the hash of the terms for this signer, which the
 * page can compute again from what it shows.
 */
export async function beginPayoutApproval(
  parts: StaffParts,
  id: string,
  staffId: string,
): Promise<Output<'POST /staff/payout/approve/begin'>> {
  const { name, rpId } = await reached(requireSigner(parts).status());
  const terms = termsOf(await orderOf(parts.database, id));
  const passkeys = await passkeysOf(parts.database, staffId);
  if (passkeys.length === 0) throw new DomainError('passkey_required');
  const options = {
    challenge: approvalChallenge(name, terms),
    rpId,
    allowCredentials: passkeys.map((each) => ({
      id: each.credential_id,
      type: 'public-key',
      transports: each.transports,
    })),
    userVerification: 'required',
    timeout: TIMEOUT,
  };
  return { signer: name, terms, options: JSON.stringify(options) };
}

const wrong = (cause?: unknown): DomainError => new DomainError('passkey_wrong', { field: 'passkey', cause });

function read(text: string) {
  try {
    const assertion = assertionShape.parse(JSON.parse(text));
    const data = Buffer.from(assertion.response.clientDataJSON, 'base64url').toString('utf8');
    return { id: assertion.id, challenge: clientDataShape.parse(JSON.parse(data)).challenge };
  } catch (error) {
    throw wrong(error);
  }
}

/**
 * Keeps a member's approval for the signer, which alone judges its signature, by keys of its own configuration. Rejects
 * with `passkey_wrong` what it would reject without looking at the signature.
 */
export async function keepPayoutApproval(
  parts: StaffParts,
  { id, passkey }: ReadInput<'POST /staff/payout/approve'>,
  by: By,
): Promise<Output<'POST /staff/payout/approve'>> {
  const { database } = parts;
  const { name } = await reached(requireSigner(parts).status());
  const given = read(passkey);
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw new DomainError('not_found', { field: 'id' });
    const own = await passkeysOf(tx, by.staffId);
    const known = own.some(({ credential_id }) => credential_id === given.id);
    if (!known || given.challenge !== approvalChallenge(name, termsOf(order))) throw wrong();
    await tx.query(
      `insert into chain_payout_approval (withdrawal_id, attempt, staff_id, assertion, at) values ($1, $2, $3, $4, $5)
       on conflict (withdrawal_id, attempt, staff_id) do update set assertion = excluded.assertion, at = excluded.at`,
      [id, order.attempt, by.staffId, passkey, new Date(by.at)],
    );
    const rows = await tx.query('select from chain_payout_approval where withdrawal_id = $1 and attempt = $2', [
      id,
      order.attempt,
    ]);
    return { id, approvals: rows.length };
  });
}

/**
 * Gives a payment that was never signed to staff, who pay it by hand. Rejects with `already_reviewed` where the signer has
 * signed it: two payments could be made of it.
 */
export async function releasePayout(
  parts: StaffParts,
  { id, reason }: ReadInput<'POST /staff/payout/release'>,
  by: By,
): Promise<Output<'POST /staff/payout/release'>> {
  const { database, now } = parts;
  const signer = requireSigner(parts);
  const { chains } = await reached(signer.status());
  const signed = await database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw new DomainError('not_found', { field: 'id' });
    // Asked under the lock: a turn that would sign it waits until this is over, and finds it returned.
    const known = await reached(signer.known([paymentId(id)]));
    // What was signed for a former attempt has expired. One of a later attempt is newer than this database.
    const isOpen = ({ payments }: Signed): boolean =>
      payments.some((each) => each.id === paymentId(id) && each.attempt >= order.attempt);
    if (known.some(isOpen)) {
      for (const version of known) {
        const wallet = chains.find(({ chain }) => chain === version.chain)?.address ?? '';
        await storeSigned(tx, wallet, version, now());
      }
      return true;
    }
    await tx.query(
      `update chain_payout set state = 'returned', waits = 'released', detail = null where withdrawal_id = $1`,
      [id],
    );
    await tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
      by.staffId,
      'withdrawal.payout.release',
      `withdrawal:${id}`,
      reason,
      new Date(by.at),
    ]);
    return false;
  });
  if (signed) throw new DomainError('already_reviewed');
  return { id, state: 'returned' };
}
