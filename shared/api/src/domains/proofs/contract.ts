import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { listOf, noInput, paging, unixMs, utcDay } from '../../kit/fields.ts';
import { proofsRoutes } from './routes.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** Never negative. */
const amount = z.string().check(z.regex(/^\d{1,40}(\.\d{1,18})?$/));
const currency = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));

/** What users own together, by currency, as it was published for a day. */
const publication = z.object({
  id: day,
  day: utcDay,
  /** When balances were read. */
  at: unixMs,
  previous: hash,
  digest: hash,
  roots: z.array(z.object({ currency, leaves: z.int(), total: amount, root: hash })),
  /** Ed25519, of the text that `publicationText` makes; key in hex, signature in base64url. */
  key: hash,
  signature: z.string(),
});

const reserve = z.object({
  currency,
  network: z.string(),
  address: z.string(),
  /** By which the owner of the address says whose it is; null where there is none. */
  message: z.nullable(z.string()),
  signature: z.nullable(z.string()),
});

/** A user's own place in the trees of a day: a file that is verified without the platform. */
export const balanceProof = z.object({
  version: z.literal(1),
  publication,
  uid: z.string(),
  balances: z.array(
    z.object({
      currency,
      amount,
      salt: hash,
      index: z.int().check(z.minimum(0)),
      /** From the leaf up: hash and sum of the node beside. */
      path: z.array(z.object({ hash, sum: amount })).check(z.maxLength(40)),
    }),
  ),
});

export const proofsContract = defineContract(proofsRoutes, {
  'GET /proofs/funds': {
    weight: 2,
    input: z.object(paging),
    output: z.extend(listOf(publication), {
      /** The platform's own addresses on chains, as staff entered them. */
      reserves: z.array(reserve),
    }),
    summary: 'What users own together, published each day, newest first',
  },
  'GET /proofs/balance': {
    weight: 6,
    input: noInput,
    output: z.object({
      /** Null until the first publication. */
      proof: z.nullable(balanceProof),
    }),
    summary: 'The proof that the last publication counts all of the user’s balances',
  },
});
export type ProofsContract = typeof proofsContract;
export type BalanceProof = z.output<typeof balanceProof>;
