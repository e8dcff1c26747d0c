import { z } from 'zod';
import { errorCodes } from '../errors/codes.ts';

/** Every answered call is HTTP 200 with one of these; the client judges `type` and `code` alone. */
export const successEnvelope = <T extends z.ZodType>(answer: T) =>
  z.object({ type: z.literal('ok'), code: z.literal(1), message: answer });

export const failureEnvelope = z.object({
  type: z.enum(['error', '998', '999']),
  code: z.union([z.literal(0), z.literal(998), z.literal(999)]),
  /** The text to show, in the language of the request. */
  message: z.string(),
  error: z.enum(errorCodes),
  /** The payload field at fault, if one is. */
  field: z.string().optional(),
});
export type FailureEnvelope = z.infer<typeof failureEnvelope>;
