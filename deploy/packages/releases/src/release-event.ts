import { z } from 'zod';
import { hashOf } from './file-list.ts';
import { releaseStateSchema } from './state.ts';

export const EVENT_KINDS = ['promote', 'ramp', 'rollback', 'revert', 'halt', 'host'] as const;

export const releaseEventSchema = z.strictObject({
  schema: z.literal(2),
  kind: z.enum(EVENT_KINDS),
  who: z.string().min(1),
  why: z.string(),
  /** Reasons of the compatibility gate that were overridden. */
  forced: z.array(z.string()),
  /** What changed, in the order of names, in words; null where there is nothing. */
  changes: z.array(z.strictObject({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** What is live after the event. */
  state: releaseStateSchema,
  /** Where the signed manifest of this event lies in the store. */
  manifest: z.string(),
  /** Hash of the event before; null for the first. */
  before: z.string().nullable(),
  /** SHA-256 over everything above: whoever changes an old event breaks every later one. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One step of the history. The newest one says what is live. */
export type ReleaseEvent = z.infer<typeof releaseEventSchema>;

/** A step that is decided but not yet written. */
export type Draft = Pick<ReleaseEvent, 'kind' | 'changes' | 'state'>;

/** The text that an event's hash is over: its fields in the order of the schema. */
const hashedText = ({ hash: _own, ...rest }: ReleaseEvent): string =>
  JSON.stringify(releaseEventSchema.omit({ hash: true }).parse(rest));

/** Completes a draft into an event that names the one before. */
export function chainEvent(
  decided: Draft,
  rest: Pick<ReleaseEvent, 'who' | 'why' | 'forced' | 'manifest'>,
  before: ReleaseEvent | undefined,
): ReleaseEvent {
  const event: ReleaseEvent = { schema: 2, ...decided, ...rest, before: before?.hash ?? null, hash: '' };
  return releaseEventSchema.parse({ ...event, hash: hashOf(hashedText(event)) });
}

/** Epoch of the first event that was changed after it was written, or does not follow the one before. */
export function brokenAt(history: readonly ReleaseEvent[]): number | undefined {
  return history.find((event, index) => {
    const before = history[index - 1];
    const follows = index === 0 ? event.before === null : event.before === before?.hash;
    const counts = event.state.epoch === (before?.state.epoch ?? 0) + 1;
    return !follows || !counts || event.hash !== hashOf(hashedText(event));
  })?.state.epoch;
}
