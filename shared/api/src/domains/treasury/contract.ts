import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, flag, noInput, optional, rowId, termAmount, text, unixMs } from '../../kit/fields.ts';
import { MONEY_ROLES, staffReads } from '../../kit/staff-policy.ts';
import { treasuryRoutes } from './routes.ts';

const chainName = z.enum(['bitcoin', 'ethereum', 'tron']);
const changeKind = z.enum(['limit', 'cold', 'elsewhere', 'movement', 'sweep']);
const currencyCode = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,12}$/));

/** Amounts are in the currency, with all places that its chain has. */
const holding = z.object({
  currency: z.string(),
  role: z.enum(['hot', 'deposit', 'cold']),
  addresses: z.int(),
  /** What a hot wallet held when it was reconciled first. */
  opening: decimal,
  /** Deposits that were seen, credited or not. */
  arrived: decimal,
  paid: decimal,
  fees: decimal,
  /** What approved movements brought, below zero for what they took. */
  moved: decimal,
  expected: decimal,
  held: decimal,
});

const treasury = z.object({
  chains: z.array(
    z.object({
      chain: chainName,
      /** Block of the last reconciliation; null before the first one. */
      height: z.nullable(z.int()),
      at: z.nullable(unixMs),
      /** Why it was not reconciled since; null where it was. */
      problem: z.nullable(z.string()),
      /** Why the reconciliation halted withdrawals last. */
      halted_for: z.nullable(z.string()),
      halted_at: z.nullable(unixMs),
      holdings: z.array(holding),
    }),
  ),
  /** Of now, the largest first. */
  differences: z.array(
    z.object({
      id: rowId,
      chain: chainName,
      reason: z.enum([
        'missing',
        'unrecorded',
        'unknown_transactions',
        'not_in_ledger',
        'not_on_chain',
        'payout_not_in_ledger',
        'payout_failed',
        'movement_differs',
      ]),
      currency: z.string(),
      /** The address or the transaction. */
      subject: z.string(),
      /** Above zero: the chain has more than expected. Of `unknown_transactions` how many there are. */
      amount: decimal,
      first_height: z.int(),
      height: z.int(),
      seen_at: unixMs,
    }),
  ),
  assets: z.array(
    z.object({
      currency: z.string(),
      /** Sum of all accounts of users. */
      liabilities: decimal,
      hot: decimal,
      deposit: decimal,
      cold: decimal,
      /** What members declared to be held in other places. */
      elsewhere: decimal,
      /** Assets without liabilities. */
      surplus: decimal,
    }),
  ),
  limits: z.array(
    z.object({
      chain: chainName,
      currency: z.string(),
      low: decimal,
      high: decimal,
      /** Null before the first reconciliation. */
      hot: z.nullable(decimal),
      /** What brings the hot wallet to the middle between its limits; null within them. */
      move: z.nullable(
        z.object({
          to: z.enum(['hot', 'cold']),
          amount: decimal,
          /** Null where no cold address is set. */
          cold: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  cold: z.array(z.object({ chain: chainName, address: z.string() })),
  /** From which amount on the deposit address of a user is swept; 0 for never. */
  sweeps: z.array(z.object({ chain: chainName, currency: z.string(), amount: decimal })),
  /** What the signer moved between addresses of the platform, the newest 50 first. */
  movements: z.array(
    z.object({
      id: rowId,
      chain: chainName,
      /** `prepare` puts the code that deposit addresses delegate to on the chain, `release` ends their delegation, `top_up` gives one of TRON coins for its sweep. */
      kind: z.enum(['prepare', 'sweep', 'cold', 'release', 'top_up']),
      currency: z.string(),
      amount: decimal,
      target: z.string(),
      /** Deposit addresses, or outputs of them. */
      sources: z.int(),
      state: z.enum(['ordered', 'signed', 'done', 'failed', 'dropped']),
      /** Why it is not signed yet, or what became of it; a code. */
      waits: z.nullable(z.string()),
      detail: z.nullable(z.string()),
      txid: z.nullable(z.string()),
      ordered_at: unixMs,
    }),
  ),
  /** Deposit addresses whose sweep failed, as where the token blocks their holder: they wait, longer each time. The newest 1,000 first. */
  set_aside: z.array(
    z.object({
      chain: chainName,
      currency: z.string(),
      address: z.string(),
      /** In a row. */
      failures: z.int(),
      /** What the node says. */
      detail: z.string(),
      failed_at: unixMs,
      /** Not tried before. */
      until: unixMs,
    }),
  ),
  /** Changes that wait for a second member. */
  changes: z.array(
    z.object({
      id: rowId,
      kind: changeKind,
      chain: z.nullable(chainName),
      currency: z.nullable(z.string()),
      address: z.nullable(z.string()),
      low: z.nullable(decimal),
      high: z.nullable(decimal),
      amount: z.nullable(decimal),
      reference: z.nullable(z.string()),
      reason: z.string(),
      proposed_by: z.string(),
      proposed_at: unixMs,
    }),
  ),
});

export const treasuryContract = defineContract(treasuryRoutes, {
  'GET /staff/treasury': {
    staff: staffReads(['reviewer', 'treasury', 'operator', 'admin']),
    input: noInput,
    output: treasury,
    errors: ['forbidden'],
    summary: 'What chains hold against what the ledger says, every difference, liabilities, limits of hot wallets',
  },
  'POST /staff/treasury/propose': {
    staff: {
      roles: MONEY_ROLES,
      confirmed: true,
      members: 1,
      because: 'It has no effect before another member decides it.',
    },
    input: z.object({
      kind: changeKind,
      chain: optional(chainName),
      currency: optional(currencyCode),
      /** The cold address, or the one that a movement was at. */
      address: optional(text(120)),
      low: optional(termAmount),
      high: optional(termAmount),
      amount: optional(termAmount),
      /** Of a movement. */
      direction: optional(z.enum(['in', 'out'])),
      /** The transaction of a movement, or the place where something is held. */
      reference: optional(text(100)),
      reason: text(300),
    }),
    output: treasury,
    errors: [
      'forbidden',
      'confirmation_required',
      'field_required',
      'currency_unknown',
      'address_invalid',
      'field_too_small',
      'field_too_precise',
      'idempotency_conflict',
    ],
    summary:
      'Propose a limit, a cold address, a threshold of sweeps, what is held elsewhere, or a movement that the platform did not make',
  },
  'POST /staff/treasury/decide': {
    staff: { roles: MONEY_ROLES, confirmed: true, members: 1, because: 'It is the decision of the second member.' },
    input: z.object({ id: rowId, approve: flag(), reason: text(300) }),
    output: treasury,
    errors: ['forbidden', 'confirmation_required', 'not_found', 'already_reviewed', 'second_member_required'],
    summary: 'Approve a proposed change, by another member than proposed it, or reject it',
  },
});
export type TreasuryContract = typeof treasuryContract;
