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
  /** Changes by remote, sorted by name, as text; null if there is none. */
  changes: z.array(z.strictObject({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** State after the event. */
  state: releaseStateSchema,
  /** Storage key of the signed manifest of this event. */
  manifest: z.string(),
  /** Hash of the previous event; null for the first. */
  before: z.string().nullable(),
  /** SHA-256 over all fields above: changing an old event invalidates every later one. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One entry of the history. The newest one defines what is live. */
export type ReleaseEvent = z.infer<typeof releaseEventSchema>;

/** An event that is not written yet. */
export type Draft = Pick<ReleaseEvent, 'kind' | 'changes' | 'state'>;

/** The hashed text of an event: its fields in schema order. */
const hashedText = ({ hash: _own, ...rest }: ReleaseEvent): string =>
  JSON.stringify(releaseEventSchema.omit({ hash: true }).parse(rest));

/** Completes a draft into an event linked to the previous one. */
export function chainEvent(
  decided: Draft,
  rest: Pick<ReleaseEvent, 'who' | 'why' | 'forced' | 'manifest'>,
  before: ReleaseEvent | undefined,
): ReleaseEvent {
  const event: ReleaseEvent = { schema: 2, ...decided, ...rest, before: before?.hash ?? null, hash: '' };
  return releaseEventSchema.parse({ ...event, hash: hashOf(hashedText(event)) });
}

/** Epoch of the first event that was changed after writing, or does not follow the previous one. */
export function brokenAt(history: readonly ReleaseEvent[]): number | undefined {
  return history.find((event, index) => {
    const before = history[index - 1];
    const follows = index === 0 ? event.before === null : event.before === before?.hash;
    const counts = event.state.epoch === (before?.state.epoch ?? 0) + 1;
    return !follows || !counts || event.hash !== hashOf(hashedText(event));
  })?.state.epoch;
}
