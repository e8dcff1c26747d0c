import { MOST_STEPS, MOST_TABS } from '@tessera/registry-api';
import { z } from 'zod';
import { announcedSchema } from './descriptor.ts';
import { releaseVersion, remoteName } from './names.ts';

const steps = z.strictObject({
  /** Who planned them, and why: each step is made in their name. */
  who: z.string().min(1),
  why: z.string(),
  /** Those to come: per 10,000 clients, after so many ms at the weight before. 10,000 promotes the version. */
  next: z
    .array(z.strictObject({ weight: z.int().min(1).max(10_000), after: z.int().min(0) }))
    .min(1)
    .max(MOST_STEPS),
  /** Unix milliseconds at which the first of them is due, as long as they are not held. */
  due: z.int().min(0),
  /** Why they are held, and the ms that were left until the first of them. */
  held: z.strictObject({ why: z.string(), left: z.int().min(0) }).optional(),
});

/** The steps of a ramp that are still to come. */
export type StepsState = z.infer<typeof steps>;

const slot = z.strictObject({
  name: remoteName,
  /** The version of all clients outside the ramp; null while the first version of a remote is ramped, or only announced. */
  stable: releaseVersion.nullable(),
  /** Of a remote whose first version is on its way: pages show its tab, and its screens as being built. */
  announced: announcedSchema.optional(),
  ramp: z
    .strictObject({
      version: releaseVersion,
      /** Per 10,000 clients. */
      weight: z.int().min(0).max(10_000),
      salt: z.string().min(8).max(64),
      /** Epoch in which this weight took effect. */
      since: z.int().min(1),
      steps: steps.optional(),
    })
    .optional(),
  /** The previous stable version. */
  previous: releaseVersion.optional(),
});

const preview = z.strictObject({
  /** Public; its link does not follow from it. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  name: remoteName,
  version: releaseVersion,
  who: z.string().min(1),
  why: z.string(),
  /** Unix milliseconds. */
  at: z.int().min(0),
  expiresAt: z.int().min(0),
});

/** A version that a link makes available. */
export type PreviewState = z.infer<typeof preview>;

export const releaseStateSchema = z.strictObject({
  epoch: z.int().min(1),
  /** Unix milliseconds of the event that made it. */
  at: z.int().min(0),
  host: releaseVersion.nullable(),
  remotes: z.array(slot),
  /** `name@version` of what was rolled back or halted, newest last. */
  withdrawn: z.array(z.string()).max(50),
  /** The remotes in the bottom bar, in their order; left out where descriptors say it. */
  tabs: z.array(remoteName).min(1).max(MOST_TABS).optional(),
  /** Previews that were not ended; left out where there is none. */
  previews: z.array(preview).max(20).optional(),
  /** The last rollback of compromised code, which was live from … until (Unix ms), with an unguessable mark. */
  compromised: z
    .strictObject({
      epoch: z.int().min(1),
      mark: z.string().min(8).max(64),
      from: z.int().min(0),
      until: z.int().min(0),
      /** Those before it, oldest first: not every reader sees every event. Left out where there is none. */
      earlier: z
        .array(z.strictObject({ from: z.int().min(0), until: z.int().min(0) }))
        .max(20)
        .optional(),
    })
    .optional(),
});

/** The state of one remote: its live versions and their shares. */
export type SlotState = z.infer<typeof slot>;

/** The state after an event, as version numbers. */
export type ReleaseState = z.infer<typeof releaseStateSchema>;

export const slotOf = (state: ReleaseState | undefined, name: string): SlotState | undefined =>
  state?.remotes.find((remote) => remote.name === name);

/** Every version that a client may run in this state, as name and version. */
export const versionsIn = ({ remotes }: ReleaseState): { readonly name: string; readonly version: string }[] =>
  remotes.flatMap(({ name, stable, ramp, previous }) =>
    [stable, ramp?.version, previous].flatMap((version) => (version ? [{ name, version }] : [])),
  );

/** Formats a weight of 10,000 for display: `12.5 %`. */
export const percentOf = (weight: number): string => `${weight / 100} %`;

/** The bottom bar as text. */
export const describeBar = (tabs: readonly string[] | undefined): string => tabs?.join(', ') ?? 'as remotes declare it';

/** A remote without a version as text. */
export const ANNOUNCED = 'announced';

/** `0.9.0 at 5 %, then 25 %, 100 %`, or what it is held before. */
function describeRamp({ version, weight, steps: planned }: NonNullable<SlotState['ramp']>): string {
  const now = `${version} at ${percentOf(weight)}`;
  if (!planned) return now;
  const next = planned.next.map((step) => percentOf(step.weight)).join(', ');
  return `${now}, ${planned.held ? 'held before' : 'then'} ${next}`;
}

/**
 * One remote's state as text: `1.2.0`, `1.2.0, 1.3.0 at 10 %`, `1.3.0 at 10 %` of a new one, `announced` before its first
 * version; null if there is none.
 */
export function describeSlot(state: SlotState | undefined): string | null {
  if (!state) return null;
  if (state.announced) return ANNOUNCED;
  return [state.stable, state.ramp && describeRamp(state.ramp)].filter(Boolean).join(', ');
}
