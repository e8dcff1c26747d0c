import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { decimal, noInput, positiveTermAmount, rowId, termAmount, text, unixMs } from '../../kit/fields.ts';
import { type CurrentValues, MONEY_ROLES, type StaffPolicy, staffReads } from '../../kit/staff-policy.ts';
import { treasuryRoutes } from './routes.ts';

const chainName = z.enum(['bitcoin', 'ethereum', 'tron']);
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
        'movement_unlisted',
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
  /** What members declared to be held in other places. */
  elsewhere: z.array(z.object({ currency: z.string(), reference: z.string(), amount: decimal })),
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
});

/** What counts as the platform's money, and where it may go, takes two members and the delay. */
const byTwo = (current: CurrentValues['at'][number] | null): StaffPolicy => ({
  roles: MONEY_ROLES,
  confirmed: true,
  members: 2,
  delay: 'standard',
  current: current && { read: 'GET /staff/treasury', at: [current] },
});

const ofToken = { chain: 'chain', currency: 'currency' } as const;

export const treasuryContract = defineContract(treasuryRoutes, {
  'GET /staff/treasury': {
    staff: staffReads(['reviewer', 'treasury', 'operator', 'admin']),
    input: noInput,
    output: treasury,
    errors: ['forbidden'],
    summary: 'What chains hold against what the ledger says, every difference, liabilities, limits of hot wallets',
  },
  'POST /staff/treasury/limit': {
    staff: byTwo({ list: 'limits', by: ofToken }),
    input: z.object({
      chain: chainName,
      currency: currencyCode,
      low: termAmount,
      high: termAmount,
      reason: text(300),
    }),
    output: treasury,
    errors: ['forbidden', 'confirmation_required', 'currency_unknown', 'field_too_small', 'field_too_precise'],
    summary: 'Set between which amounts a hot wallet is kept',
  },
  'POST /staff/treasury/cold': {
    staff: byTwo({ list: 'cold', by: { chain: 'chain' } }),
    input: z.object({ chain: chainName, address: text(120), reason: text(300) }),
    output: treasury,
    errors: ['forbidden', 'confirmation_required', 'address_invalid'],
    summary: 'Set the cold address of a chain',
  },
  'POST /staff/treasury/sweep': {
    staff: byTwo({ list: 'sweeps', by: ofToken }),
    input: z.object({ chain: chainName, currency: currencyCode, amount: termAmount, reason: text(300) }),
    output: treasury,
    errors: ['forbidden', 'confirmation_required', 'currency_unknown', 'field_too_precise'],
    summary: 'Set from which amount on the deposit address of a user is swept; 0 for never',
  },
  'POST /staff/treasury/elsewhere': {
    staff: byTwo({ list: 'elsewhere', by: { currency: 'currency', reference: 'reference' } }),
    input: z.object({
      currency: currencyCode,
      amount: termAmount,
      /** The place. */
      reference: text(100),
      reason: text(300),
    }),
    output: treasury,
    errors: ['forbidden', 'confirmation_required', 'field_too_precise'],
    summary: 'Declare what is held in another place than on chains',
  },
  'POST /staff/treasury/movement': {
    staff: byTwo(null),
    input: z.object({
      chain: chainName,
      currency: currencyCode,
      /** Where it was. */
      address: text(120),
      direction: z.enum(['in', 'out']),
      amount: positiveTermAmount,
      /** The transaction. */
      reference: text(100),
      reason: text(300),
    }),
    output: treasury,
    errors: [
      'forbidden',
      'confirmation_required',
      'currency_unknown',
      'address_invalid',
      'field_too_precise',
      'idempotency_conflict',
    ],
    summary: 'Account for a movement on a chain that the platform did not make',
  },
});
export type TreasuryContract = typeof treasuryContract;
