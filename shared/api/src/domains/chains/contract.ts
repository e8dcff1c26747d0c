import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  decimal,
  flag,
  noInput,
  optional,
  positiveTermAmount,
  termAmount,
  text,
  unixMs,
  whole,
  wholeListOf,
} from '../../kit/fields.ts';
import { MONEY_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { chainsRoutes } from './routes.ts';

const chainName = z.enum(['bitcoin', 'ethereum', 'tron']);
const finality = z.enum(['confirmations', 'finalized']);
const currencyCode = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,12}$/));
const networkName = z.string().check(z.trim(), z.regex(/^[A-Z0-9-]{1,20}$/));

const chain = z.object({
  name: chainName,
  kind: z.enum(['bitcoin', 'evm', 'tron']),
  /** Chain id in decimal digits; of Bitcoin `main`, `test` or `regtest`. */
  identity: z.string(),
  finality,
  deposits_halted: z.boolean(),
  withdrawals_halted: z.boolean(),
  /** Most that a payment bids: wei for a unit of gas, satoshi for a virtual byte, sun for a transaction. */
  fee_ceiling: z.string(),
  /** By how much a replacement bids more, percent. */
  fee_bump: z.int(),
  tokens: z.array(
    z.object({
      currency: z.string(),
      /** Null for the chain's own coin. */
      contract: z.nullable(z.string()),
      decimals: z.int(),
    }),
  ),
  /** Null where a direction is not offered. */
  networks: z.array(
    z.object({
      currency: z.string(),
      network: z.string(),
      deposit: z.nullable(z.object({ open: z.boolean(), min_amount: decimal, confirmations: z.int() })),
      withdrawal: z.nullable(z.object({ open: z.boolean(), fee: decimal, min_amount: decimal })),
    }),
  ),
  /** Whether this deployment has a node of the chain. */
  node: z.boolean(),
  /** Null before the first turn. Heights are blocks. */
  watch: z.nullable(
    z.object({
      height: z.nullable(z.int()),
      head: z.nullable(z.int()),
      finalized: z.nullable(z.int()),
      /** Why it is paused; null while it goes on. */
      paused: z.nullable(
        z.enum([
          'unreachable',
          'wrong_chain',
          'behind',
          'blocks_missing',
          'inconsistent',
          'finality_broken',
          'too_deep',
          'failed',
        ]),
      ),
      detail: z.nullable(z.string()),
      since: unixMs,
      reached_at: z.nullable(unixMs),
    }),
  ),
});

const chains = wholeListOf(chain);

export const chainsContract = defineContract(chainsRoutes, {
  'GET /staff/chains': {
    staff: staffReads(['reviewer', 'treasury', 'operator', 'admin']),
    input: noInput,
    output: chains,
    errors: ['forbidden'],
    summary: 'Chains with their tokens, networks and limits, and how far each is watched',
  },
  'POST /staff/chains/change': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: { read: 'GET /staff/chains', at: [{ list: 'list', by: { chain: 'name' } }] },
      alone: 'Halt deposits or withdrawals.',
    }),
    input: z.object({
      chain: chainName,
      identity: optional(text(40)),
      finality: optional(finality),
      deposits_halted: optional(flag()),
      withdrawals_halted: optional(flag()),
      fee_ceiling: optional(z.string().check(z.regex(/^[1-9]\d{0,29}$/))),
      fee_bump: optional(whole(11, 100)),
      reason: text(300),
    }),
    output: chains,
    errors: ['forbidden', 'confirmation_required', 'signer_differs'],
    summary: 'Change what a node must be, what is halted and what payments may cost; takes effect at once',
  },
  'POST /staff/chains/token': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: {
        read: 'GET /staff/chains',
        at: [
          { list: 'list', by: { chain: 'name' } },
          { list: 'tokens', by: { currency: 'currency' } },
        ],
      },
    }),
    input: z.object({
      chain: chainName,
      currency: currencyCode,
      /** Address of the contract; left out for the chain's own coin. */
      contract: optional(text(64)),
      decimals: whole(0, 36),
      reason: text(300),
    }),
    output: chains,
    errors: [
      'forbidden',
      'confirmation_required',
      'currency_unknown',
      'address_invalid',
      'invalid_field',
      'signer_differs',
      'deposits_not_halted',
    ],
    summary: 'List a token on a chain, or change its contract',
  },
  'POST /staff/chains/network': {
    staff: twoMembers(MONEY_ROLES, {
      delay: 'standard',
      current: {
        read: 'GET /staff/chains',
        at: [
          { list: 'list', by: { chain: 'name' } },
          { list: 'networks', by: { currency: 'currency', network: 'network' } },
        ],
        as: {
          deposits_open: 'deposit.open',
          min_deposit: 'deposit.min_amount',
          confirmations: 'deposit.confirmations',
          withdrawals_open: 'withdrawal.open',
          withdrawal_fee: 'withdrawal.fee',
          min_withdrawal: 'withdrawal.min_amount',
        },
      },
      alone: 'Close a network.',
    }),
    input: z.object({
      chain: chainName,
      currency: currencyCode,
      network: networkName,
      deposits_open: optional(flag()),
      min_deposit: optional(positiveTermAmount),
      confirmations: optional(whole(1, 10_000)),
      withdrawals_open: optional(flag()),
      withdrawal_fee: optional(termAmount),
      /** What leaves the account, the fee included. */
      min_withdrawal: optional(positiveTermAmount),
      reason: text(300),
    }),
    output: chains,
    errors: [
      'forbidden',
      'confirmation_required',
      'currency_unknown',
      'not_found',
      'field_required',
      'field_too_small',
      'field_too_precise',
      'network_unknown',
    ],
    summary: 'Open, close or change a network of a currency for deposits and withdrawals; a new one needs all fields',
  },
  'POST /staff/chains/rescan': {
    staff: twoMembers(MONEY_ROLES, { delay: 'standard', current: null }),
    input: z.object({ chain: chainName, from: whole(0), reason: text(300) }),
    output: chains,
    errors: ['forbidden', 'confirmation_required', 'not_found'],
    summary:
      'Read a chain again from a block on: what was credited stays credited once; ends a pause for lost finality',
  },
});
export type ChainsContract = typeof chainsContract;
