import * as z from 'zod/mini';
import { proofChallenge } from './proof/proof.ts';

/** Every response of a call is HTTP 200 with one of these; the client judges `type` and `code` alone. */
export const successEnvelope = <T extends z.ZodMiniType>(output: T) =>
  z.object({ type: z.literal('ok'), code: z.literal(1), message: output });

export const failureEnvelope = z.object({
  type: z.enum(['error', '998', '999']),
  code: z.union([z.literal(0), z.literal(998), z.literal(999)]),
  /** The text to show, in the language of the request. */
  message: z.string(),
  error: z.string(),
  /** The payload field at fault, if one is. */
  field: z.optional(z.string()),
  /** Of `proof_required`: what to solve, for the `proof` of the same input. */
  challenge: z.optional(proofChallenge),
});
export type FailureEnvelope = z.infer<typeof failureEnvelope>;
