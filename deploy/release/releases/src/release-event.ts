import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashOf } from './file-list.ts';
import { releaseStateSchema } from './state.ts';

export const EVENT_KINDS = [
  'promote',
  'ramp',
  'rollback',
  'revert',
  'halt',
  'host',
  'sign',
  'repair',
  'restore',
  'preview',
  'end-preview',
  'tabs',
] as const;

export const releaseEventSchema = z.strictObject({
  schema: z.literal(2),
  kind: z.enum(EVENT_KINDS),
  who: z.string().min(1),
  why: z.string(),
  /** Reasons of the compatibility gate that were overridden, and warnings: see `warningOf`. */
  forced: z.array(z.string()),
  /** The preview that it made or ended. */
  preview: z.strictObject({ id: z.string(), name: z.string(), version: z.string(), expiresAt: z.int() }).optional(),
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

/** Warnings stand in the list that former versions of the platform know: an event with another field would be damaged to them. */
const WARNING = 'warning: ';

/** A reason that did not count, as an event records it. */
export const warningOf = (reason: string): string => `${WARNING}${reason}`;

/** What an event overrode, and what it went on in spite of without being forced. */
export const recordedReasons = ({
  forced,
}: Pick<ReleaseEvent, 'forced'>): { readonly forced: string[]; readonly warnings: string[] } => ({
  forced: forced.filter((each) => !each.startsWith(WARNING)),
  warnings: forced.flatMap((each) => (each.startsWith(WARNING) ? [each.slice(WARNING.length)] : [])),
});

/** An event that is not written yet. */
export type Draft = Pick<ReleaseEvent, 'kind' | 'changes' | 'state' | 'preview'>;

/** The hashed text of an event: its fields in schema order. */
const hashedText = ({ hash: _own, ...rest }: ReleaseEvent): string =>
  JSON.stringify(releaseEventSchema.omit({ hash: true }).parse(rest));

/** Who made an event and why, and what was overridden. */
type Audit = Pick<ReleaseEvent, 'who' | 'why' | 'forced'>;

const uncertified = releaseEventSchema.omit({ manifest: true, hash: true });

/**
 * Base64url SHA-256 of an event without its manifest and hash. The signed manifest contains it: that proves the event,
 * and through `before` every earlier one.
 */
const headOfFields = (fields: z.infer<typeof uncertified>): string =>
  createHash('sha256')
    .update(JSON.stringify(uncertified.parse(fields)))
    .digest('base64url');

export const headOf = ({ manifest: _manifest, hash: _hash, ...fields }: ReleaseEvent): string => headOfFields(fields);

/** The head of a draft, to be signed in its manifest before the event is complete. */
export const headOfDraft = (decided: Draft, audit: Audit, before: ReleaseEvent | undefined): string =>
  headOfFields({ schema: 2, ...decided, ...audit, before: before?.hash ?? null });

/** Completes a draft into an event linked to the previous one. */
export function chainEvent(
  decided: Draft,
  rest: Audit & Pick<ReleaseEvent, 'manifest'>,
  before: ReleaseEvent | undefined,
): ReleaseEvent {
  const event: ReleaseEvent = { schema: 2, ...decided, ...rest, before: before?.hash ?? null, hash: '' };
  return releaseEventSchema.parse({ ...event, hash: hashOf(hashedText(event)) });
}

/** Verdicts by event, which never changes: each release looks at the whole history. */
const verdicts = new WeakMap<ReleaseEvent, boolean>();

/** Whether an event has the hash of its own content. */
export function isWhole(event: ReleaseEvent): boolean {
  const known = verdicts.get(event) ?? event.hash === hashOf(hashedText(event));
  verdicts.set(event, known);
  return known;
}

const follows = (event: ReleaseEvent, before: ReleaseEvent | undefined): boolean =>
  event.before === (before?.hash ?? null) && event.state.epoch > (before?.state.epoch ?? 0);

/**
 * The newest events that prove each other: each one's hash is in the next. If the manifest proves the newest, all of
 * them are proven.
 */
export function provenTail(history: readonly ReleaseEvent[]): readonly ReleaseEvent[] {
  const proves = (event: ReleaseEvent, before: ReleaseEvent) => follows(event, before) && isWhole(before);
  const first = history.findLastIndex((event, index) => {
    const before = history[index - 1];
    return before === undefined || !proves(event, before);
  });
  return history.slice(Math.max(0, first));
}

/** Epoch in the storage key of an event. */
export const epochIn = (key: string): number => Number(/\d+/.exec(key)?.[0]);

/**
 * Epochs whose loss or change a repair has recorded: the event that it wrote names their keys. Only proven events count,
 * or an altered one could call itself a repair of itself.
 */
const recorded = (history: readonly ReleaseEvent[]): readonly number[] =>
  provenTail(history)
    .filter(({ kind }) => kind === 'repair')
    .flatMap(({ forced }) => forced.flatMap((line) => Number(/^moves\/(\d+)/.exec(line)?.[1] ?? 0)));

/**
 * Epochs of the events that were changed after writing, or do not follow the previous one. Epochs grow, but a restored
 * store leaves some out. `lost` are events that are known to be missing; what a repair recorded does not count again. The
 * last event of the history is a proven one.
 */
export function breaksIn(history: readonly ReleaseEvent[], lost: readonly number[] = []): readonly number[] {
  const known = [...recorded(history), ...lost];
  return history.flatMap((event, index) => {
    const { epoch } = event.state;
    const before = history[index - 1];
    const from = before?.state.epoch ?? 0;
    const whole = isWhole(event) || known.includes(epoch);
    const linked = follows(event, before) || known.some((each) => each > from && each <= epoch);
    return whole && linked ? [] : [epoch];
  });
}

/** Epoch of the first event that was changed after writing, or does not follow the previous one. */
export const brokenAt = (history: readonly ReleaseEvent[]): number | undefined => breaksIn(history)[0];
