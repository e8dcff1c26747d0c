import { z } from 'zod';

/*
 * What the registry answers, read at the border: an answer of another shape is an error of its own kind and never
 * reaches a view. Times are Unix milliseconds, percentages 0 to 100.
 */

const time = z.number();

const healthSchema = z.object({
  version: z.string(),
  /** Clients that ran this version, counted once an epoch. */
  users: z.number(),
  /** Those of them for which it failed. */
  failures: z.number(),
  byKind: z.object({ load: z.number(), integrity: z.number(), evaluation: z.number(), render: z.number() }),
  /** Milliseconds by the name of the web vital; CLS has no unit. `count` is how many were measured. */
  vitals: z.record(z.string(), z.object({ p75: z.number(), count: z.number() })),
});

const rampSchema = z.object({
  version: z.string(),
  percent: z.number(),
  since: time,
  /** E-value of the halt test. */
  evidence: z.number(),
});

const remoteSchema = z.object({
  name: z.string(),
  stable: z.string(),
  previous: z.string().nullable(),
  /** Version that was published last. */
  newest: z.string(),
  ramp: rampSchema.nullable(),
  health: z.array(healthSchema),
});

export const statusSchema = z.object({
  epoch: z.number(),
  issuedAt: time,
  expiresAt: time,
  host: z.string().nullable(),
  chain: z.enum(['whole', 'broken']),
  remotes: z.array(remoteSchema),
});

/** What changed for one remote, in words: `0.8.0`, or `0.8.0, 0.9.0 at 10 %`; null where nothing was live. */
const changeSchema = z.object({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() });

const releaseEventSchema = z.object({
  epoch: z.number(),
  at: time,
  kind: z.string(),
  who: z.string(),
  why: z.string(),
  forced: z.array(z.string()),
  changes: z.array(changeSchema),
  hash: z.string(),
});

/** The registry answers no more moves at once. */
export const HISTORY_AT_MOST = 1_000;

/** Newest first. */
export const historySchema = z.object({ moves: z.array(releaseEventSchema) });

const versionSchema = z.object({
  version: z.string(),
  publishedAt: time,
  who: z.string(),
  why: z.string(),
  files: z.number(),
  bytes: z.number(),
  live: z.enum(['stable', 'ramp', 'previous']).nullable(),
});

/** Newest first. */
export const versionsSchema = z.object({ versions: z.array(versionSchema) });

export const diffSchema = z.object({ from: z.number(), to: z.number(), changes: z.array(changeSchema) });

export const movedSchema = z.object({ epoch: z.number(), changes: z.array(changeSchema) });

export const previewSchema = z.object({ id: z.string(), path: z.string(), expiresAt: time });

export const refusalSchema = z.object({
  error: z.string(),
  message: z.string(),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
});

export type Status = z.infer<typeof statusSchema>;
export type Remote = z.infer<typeof remoteSchema>;
export type Ramp = z.infer<typeof rampSchema>;
export type Health = z.infer<typeof healthSchema>;
export type Change = z.infer<typeof changeSchema>;
export type ReleaseEvent = z.infer<typeof releaseEventSchema>;
export type Version = z.infer<typeof versionSchema>;
export type Diff = z.infer<typeof diffSchema>;
export type ReleaseResult = z.infer<typeof movedSchema>;
export type Preview = z.infer<typeof previewSchema>;
export type Reason = { readonly code: string; readonly message: string };

/** Name under which the host appears among the changes. */
export const HOST = '(host)';
