import * as z from 'zod/mini';
import { atMost, decimal, listOf, noInput, paging, rowId, text, unixMs, wholeListOf } from '../../kit/fields.ts';
import { approvalNeeds, approvalProof, payKey } from '../../kit/person-fields.ts';
import { MONEY_ROLES, oneMember, staffReads } from '../../kit/staff-policy.ts';
import { wayOut } from '../../kit/value-policy.ts';
import { approvalErrors } from '../payees/contract.ts';
import { foldAddress } from '../payees/fold-address.ts';
import { artwork, workCode } from './shapes.ts';

/* Metadata of works, and works that leave the marketplace for a wallet on an EVM chain. */

/** `0x` and 40 hexadecimal digits. With capitals among them the capitals are a checksum (ERC-55), which is verified. */
const walletAddress = z.string().check(atMost(500), z.overwrite(foldAddress), z.regex(/^0x[0-9a-fA-F]{40}$/));

const withdrawal = z.object({
  id: rowId,
  work: artwork,
  /** With its checksum. */
  address: z.string(),
  chain_id: z.int(),
  contract: z.string(),
  token_id: z.string(),
  /**
   * `requested`: not signed yet. `sent`: signed, and sent until a block holds it. `mined`: in a block, not confirmed
   * often enough. `final`: the wallet has it. `failed`: the chain rejected it, and the item is the user's again.
   */
  state: z.enum(['requested', 'sent', 'mined', 'final', 'failed']),
  tx_hash: z.nullable(z.string()),
  confirmations: z.int(),
  confirmations_needed: z.int(),
  created_at: unixMs,
  finished_at: z.nullable(unixMs),
});

const refusals = [
  'withdrawals_off',
  'not_owner',
  'already_selling',
  'already_withdrawn',
  'address_invalid',
  'box_closed',
  'address_burns',
  'rate_limited',
  'address_contract',
  'address_ours',
] as const;

export const chainSchemas = {
  'GET /bind_box/chain': {
    input: noInput,
    output: z.object({
      /** False: no chain is configured, and nothing can be withdrawn. */
      enabled: z.boolean(),
      chain_id: z.nullable(z.int()),
      contract: z.nullable(z.string()),
      confirmations: z.nullable(z.int()),
      /** What the user pays: the house bears the fee of the chain. */
      fee: decimal,
      /** Withdrawals of a user within 24 hours at most. */
      daily: z.int(),
    }),
    summary: 'Whether works can be withdrawn, and where to',
  },
  'GET /bind_box/metadata': {
    input: z.object({ code: workCode }),
    output: z.object({
      /** Its file: immutable, named by the hash of its bytes. */
      path: z.string(),
      sha256: z.string(),
    }),
    errors: ['not_found'],
    summary: 'The ERC-721 metadata of a work',
  },
  'GET /bind_box/withdrawals': {
    input: z.object(paging),
    output: listOf(withdrawal),
    summary: 'Withdrawals of works to wallets, newest first',
  },
  'POST /bind_box/withdrawNFT/begin': {
    weight: 3,
    input: z.object({ work: workCode, address: walletAddress }),
    output: z.object({
      /** With its checksum. */
      address: z.string(),
      chain_id: z.int(),
      contract: z.string(),
      fee: decimal,
      approval: approvalNeeds,
    }),
    errors: [...refusals],
    summary: 'What the withdrawal of a work is to be approved with',
  },
  'POST /bind_box/withdrawNFT': {
    weight: 10,
    input: z.object({
      /** Code of the item; `code` is a mailed one. */
      work: workCode,
      address: walletAddress,
      key: payKey,
      ...approvalProof,
    }),
    output: withdrawal,
    errors: [
      ...refusals,
      'key_missing',
      'key_wrong',
      'key_locked',
      'key_blocked',
      ...approvalErrors,
      'withdrawals_used_up',
      'withdrawals_paused',
      'trades_under_review',
      'loan_outstanding',
      'refund_owed',
      'deposit_owed',
      'deposit_under_review',
      'account_frozen',
    ],
    value: wayOut({ payee: 'outside', amount: 'One item', limit: 'own', approval: 'always' }),
    summary: 'Withdraw an owned item to a wallet: it is minted on the chain, and can be sold here no more',
  },
  'GET /staff/nft/withdrawals': {
    staff: staffReads(MONEY_ROLES),
    input: noInput,
    output: wholeListOf(
      z.object({
        id: rowId,
        token_id: z.string(),
        state: z.enum(['requested', 'sent']),
        chain_id: z.int(),
        contract: z.string(),
        address: z.string(),
        /** The key that signed it, as its address, and the nonce; null before. */
        signer: z.nullable(z.string()),
        nonce: z.nullable(z.int()),
        tx_hash: z.nullable(z.string()),
        /** It is not for the configured network, contract or key: staff release it. */
        waits: z.boolean(),
        created_at: unixMs,
      }),
    ),
    errors: ['forbidden', 'service_unavailable'],
    summary: 'Withdrawals of works to wallets that are not at their end, for staff',
  },
  'POST /staff/nft/withdrawal/release': {
    staff: oneMember(
      MONEY_ROLES,
      'The item goes back to its owner, or to the address that its owner gave; never to both.',
    ),
    input: z.object({
      id: rowId,
      /** `return`: the user has the item again. `reissue`: signed anew with the configured key and contract. */
      how: z.enum(['return', 'reissue']),
      reason: text(500, 3),
    }),
    output: z.object({ id: rowId, state: z.enum(['requested', 'final', 'failed']) }),
    errors: [
      'forbidden',
      'confirmation_required',
      'not_found',
      'changed_meanwhile',
      'withdrawal_live',
      'withdrawals_off',
    ],
    summary: 'Release a withdrawal that waits since the configuration of the chain was changed; never minted twice',
  },
} as const;
