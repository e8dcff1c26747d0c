import { unixMs, whole } from '@tessera/api/kit/fields';
import { defineJsonContract } from '@tessera/api/kit/json';
import { type ReleaseAction, releaseActions } from '@tessera/api/kit/rights';
import * as z from 'zod/mini';
import type { RegistryErrorCode } from './errors.ts';
import { FILE_PATH, fitsInFolder, RELEASE_VERSION, REMOTE_NAME } from './names.ts';
import { FAILURE_KINDS, pageReportsSchema, reportingPageSchema } from './telemetry.ts';

/*
 * The HTTP API of the registry: the service registers its routes from here, the staff page and the command line call it
 * by this, and the docs list it. Percentages are 0 to 100.
 */

const count = z.int().check(z.minimum(0));

const versionHealth = z.object({
  version: z.string(),
  /** Clients that ran it; each counts once per epoch. */
  users: count,
  /** Clients for which it failed, each counts once. */
  failures: count,
  byKind: z.record(z.enum(FAILURE_KINDS), count),
  /** By name (`LCP`, `CLS`, `INP`, `screen`): the 75th percentile and the sample count. */
  vitals: z.record(z.string(), z.object({ p75: z.number(), count })),
});

/** Steps of a ramp at most. */
export const MOST_STEPS = 10;

const plannedStep = z.object({
  /** 0 to 100; 100 promotes the version. */
  percent: z.number(),
  /** Minutes at the percentage before. */
  after: z.number(),
});

/** A step of a ramp. */
export type PlannedStep = z.infer<typeof plannedStep>;

const rampStatus = z.object({
  version: z.string(),
  percent: z.number(),
  /** When this percentage took effect. */
  since: unixMs,
  /** E-value of the halt test: the ramp is halted at 1000. */
  evidence: z.number(),
  /** What follows by itself, if anything does. */
  steps: z.optional(
    z.object({
      who: z.string(),
      next: z.array(plannedStep),
      /** When the first of them is due; null while they are held. */
      due: z.nullable(unixMs),
      /** Why they are held. */
      held: z.nullable(z.string()),
    }),
  ),
});

const remoteStatus = z.object({
  name: z.string(),
  /** Null for a remote of which nothing, or only a ramp, is live. */
  stable: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  /** Version that was published last. */
  /** Empty before the first one, of a remote that is announced. */
  newest: z.string(),
  /** Of its stable version's descriptor, or that of the newest one: the team, how it is reached, how much depends on it. */
  owner: z.optional(z.string()),
  contact: z.optional(z.string()),
  tier: z.optional(z.enum(['critical', 'standard'])),
  /** What the remote asks of its releases. */
  policy: z.optional(z.object({ ramp: z.boolean(), members: z.int() })),
  /** Published versions that were rolled back or halted and have not been live since. */
  withdrawn: z.array(z.string()),
  /** What a rollback without a target restores: the stable version, or nothing; null if it needs a target. */
  undo: z.nullable(z.object({ to: z.nullable(z.string()) })),
  ramp: z.nullable(rampStatus),
  health: z.array(versionHealth),
});

const status = z.object({
  epoch: z.int(),
  issuedAt: unixMs,
  expiresAt: unixMs,
  host: z.nullable(z.string()),
  /** Whether the hash chain of the history is intact. */
  chain: z.enum(['whole', 'broken']),
  remotes: z.array(remoteStatus),
  /** Remotes in the bottom bar behind Home, in their order, and those with a tab that operations left out of it. */
  bar: z.object({ shown: z.array(z.string()), hidden: z.array(z.string()) }),
});

/** Summary of the change for one remote: `0.8.0`, or `0.8.0, 0.9.0 at 10 %`; null where nothing was live. */
const change = z.object({ name: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) });
const changes = z.array(change);

/** Of a rollback or revert: links of the backend that lead nowhere since, or to a screen that they do not fit. */
const warnings = z.optional(z.array(z.string()));

const eventSummary = z.object({
  epoch: z.int(),
  at: unixMs,
  kind: z.string(),
  who: z.string(),
  why: z.string(),
  /** Reasons of the compatibility gate that were overridden. */
  forced: z.array(z.string()),
  warnings,
  changes,
  hash: z.string(),
  /** Of an event that made or ended a preview. */
  preview: z.optional(z.object({ id: z.string(), name: z.string(), version: z.string(), expiresAt: unixMs })),
});

const openPreview = z.object({
  /** Ends it; the link does not follow from it. */
  id: z.string(),
  name: z.string(),
  version: z.string(),
  who: z.string(),
  why: z.string(),
  at: unixMs,
  expiresAt: unixMs,
});

const versionSummary = z.object({
  version: z.string(),
  publishedAt: unixMs,
  who: z.string(),
  why: z.string(),
  files: count,
  bytes: count,
  live: z.nullable(z.enum(['stable', 'ramp', 'previous'])),
  /** Whether a rollback can go back to it. */
  wasStable: z.boolean(),
  /** What it does with the page (`describeUse`); absent for versions of before that was read. */
  uses: z.optional(z.array(z.string())),
  /** The event that rolled it back or halted it, if it has not been live since. */
  withdrawn: z.nullable(z.object({ epoch: z.int(), kind: z.string(), who: z.string(), why: z.string() })),
});

const result = z.object({
  epoch: z.int(),
  changes,
  warnings,
  /** Of a rollback of compromised code: when it was live. */
  compromised: z.optional(z.object({ from: unixMs, until: unixMs })),
});

/** Maximum number of events that `GET /registry/history` returns. */
export const HISTORY_LIMIT = 1_000;

const short = z.string().check(z.maxLength(80));
const reference = { name: short, version: short };

/** Fields of every release: its audit entry and preconditions. */
const release = {
  why: z.string().check(z.maxLength(500)),
  /** Epoch that the caller saw; a later one rejects the request with `epoch_taken`. */
  expectedEpoch: z.optional(z.int()),
  /** Overrides the compatibility gate and withdrawals. */
  force: z.optional(z.boolean()),
};

/** Largest body of a publication in bytes: a remote with its compressed files, as base64, has about one MiB. */
export const PUBLICATION_LIMIT = 16 * 1024 * 1024;
const MOST_FILES = 2_000;

const publication = z.strictObject({
  name: z.string().check(z.regex(REMOTE_NAME)),
  version: z.string().check(z.regex(RELEASE_VERSION)),
  why: z.string().check(z.maxLength(500)),
  /** Texts of `remote.json` and of the files that a build writes beside its folder. */
  descriptor: z.string(),
  report: z.string(),
  contract: z.string(),
  /** Contents in base64. */
  files: z
    .array(z.strictObject({ path: z.string().check(z.maxLength(200), z.regex(FILE_PATH)), content: z.string() }))
    .check(
      z.maxLength(MOST_FILES),
      z.refine(
        (files) => fitsInFolder(files.map(({ path }) => path)),
        'a path is there twice, or is the folder of another',
      ),
    ),
});

const none = z.object({});
const codes = (...all: readonly RegistryErrorCode[]): readonly RegistryErrorCode[] => all;

export const registryContract = defineJsonContract({
  'GET /registry/health': {
    access: 'public',
    input: none,
    output: z.object({ ok: z.literal(true) }),
    summary: 'Health check of the service',
  },
  'GET /registry/status': {
    access: 'staff',
    input: none,
    output: status,
    errors: codes('nothing_stable'),
    summary: 'Live versions, their share of the clients, and their health',
  },
  'GET /registry/history': {
    access: 'staff',
    input: z.object({ limit: z._default(whole(1, HISTORY_LIMIT), 50) }),
    output: z.object({ moves: z.array(eventSummary) }),
    summary: 'The latest release events, newest first',
  },
  'GET /registry/versions/:name': {
    access: 'staff',
    input: z.object({ name: z.string() }),
    output: z.object({ versions: z.array(versionSummary) }),
    errors: codes('remote_unknown'),
    summary: 'Published versions of a remote, newest first',
  },
  'GET /registry/diff': {
    access: 'staff',
    input: z.object({ from: whole(1), to: whole(1) }),
    output: z.object({ from: z.int(), to: z.int(), changes }),
    errors: codes('epoch_unknown'),
    summary: 'Changes between two epochs',
  },
  'POST /registry/promote': {
    access: 'right:release',
    input: z.strictObject({
      ...reference,
      /** Versions of other remotes, promoted in the same event. */
      together: z.optional(z.array(z.strictObject(reference)).check(z.minLength(1), z.maxLength(20))),
      ...release,
    }),
    output: result,
    errors: codes(
      'version_unknown',
      'already_live',
      'epoch_taken',
      'reason_missing',
      'value_invalid',
      'incompatible',
      'route_taken',
    ),
    summary: 'Promote a version to stable, and others together with it',
  },
  'POST /registry/ramp': {
    access: 'right:ramp',
    input: z.strictObject({
      ...reference,
      percent: z.number(),
      /** Steps that follow by themselves, unless the candidate fails more often. */
      steps: z.optional(z.array(z.strictObject(plannedStep.shape)).check(z.minLength(1), z.maxLength(MOST_STEPS))),
      ...release,
    }),
    output: result,
    errors: codes(
      'version_unknown',
      'already_live',
      'epoch_taken',
      'reason_missing',
      'value_invalid',
      'ramp_running',
      'incompatible',
      'route_taken',
    ),
    summary:
      'Ramp a version to a percentage of the clients, 0 to 100 with two decimals; in steps, where they are given',
  },
  'POST /registry/hold': {
    access: 'right:ramp',
    input: z.strictObject({ name: short, why: release.why, expectedEpoch: release.expectedEpoch }),
    output: result,
    errors: codes('no_steps', 'already_live', 'reason_missing', 'epoch_taken'),
    summary: 'Hold the steps of a ramp at its present percentage',
  },
  'POST /registry/resume': {
    access: 'right:ramp',
    input: z.strictObject({ name: short, why: release.why, expectedEpoch: release.expectedEpoch }),
    output: result,
    errors: codes('no_steps', 'already_live', 'reason_missing', 'epoch_taken'),
    summary: 'Let the steps of a ramp go on that were held, with the time that was left',
  },
  'POST /registry/rollback': {
    access: 'right:rollback',
    input: z.strictObject({
      name: z.optional(short),
      to: z.optional(short),
      /** The code may have done harm: clients clear what they kept, and the sessions end that it could use. */
      compromised: z.optional(z.boolean()),
      ...release,
    }),
    output: result,
    errors: codes(
      'epoch_taken',
      'reason_missing',
      'nothing_to_undo',
      'already_live',
      'incompatible',
      'version_unknown',
      'route_taken',
    ),
    summary:
      'Undo the last promotion or ramp of a remote, or the last release if no remote is named; or go back to an earlier stable version',
  },
  'POST /registry/revert': {
    access: 'right:rollback',
    input: z.strictObject({ epoch: z.int(), ...release }),
    output: result,
    errors: codes('epoch_unknown', 'already_live', 'epoch_taken', 'reason_missing', 'incompatible'),
    summary: 'Restore the stable versions of an epoch',
  },
  'POST /registry/publish': {
    access: 'right:publish',
    input: publication,
    output: z.object({ files: count, bytes: count }),
    errors: codes('version_exists', 'descriptor_invalid', 'build_incomplete', 'publishing_off', 'store_full'),
    summary:
      'Store a build as a version; nothing live changes. At most 16 MiB, ten a minute and address, one at a time of a member',
  },
  'POST /registry/preview': {
    access: 'right:preview',
    input: z.strictObject({
      ...reference,
      minutes: z.number(),
      why: release.why,
      expectedEpoch: release.expectedEpoch,
    }),
    output: z.object({ id: z.string(), path: z.string(), expiresAt: unixMs }),
    errors: codes('version_unknown', 'value_invalid', 'incompatible', 'reason_missing', 'previews_full', 'epoch_taken'),
    summary: 'Create a signed link to a published version, valid for one minute to seven days',
  },
  'GET /registry/previews': {
    access: 'staff',
    input: none,
    output: z.object({ previews: z.array(openPreview) }),
    summary: 'Previews that work now, newest first; without their links',
  },
  'POST /registry/end-preview': {
    access: 'right:preview',
    input: z.strictObject({ id: short, why: release.why, expectedEpoch: release.expectedEpoch }),
    output: result,
    errors: codes('preview_unknown', 'reason_missing', 'epoch_taken'),
    summary: 'End a preview: its link works no more, and open pages go back to the stable version',
  },
  'POST /registry/tabs': {
    access: 'right:bar',
    input: z.strictObject({
      /** In their order, behind Home; null leaves it to the descriptors. */
      tabs: z.nullable(z.array(short).check(z.maxLength(20))),
      why: release.why,
      expectedEpoch: release.expectedEpoch,
    }),
    output: result,
    errors: codes('value_invalid', 'remote_unknown', 'nothing_stable', 'already_live', 'reason_missing', 'epoch_taken'),
    summary: 'Arrange the bottom bar: one to four remotes behind Home; open pages follow, no version changes',
  },
  'POST /registry/override': {
    access: 'right:preview',
    input: z.strictObject({ name: short, origin: short }),
    output: z.object({ grant: z.string(), expiresAt: unixMs }),
    errors: codes('value_invalid', 'overrides_off'),
    summary: 'Sign a grant, valid for 15 minutes, to run a remote from a loopback origin; off in production',
  },
  'POST /registry/page': {
    access: 'public',
    input: reportingPageSchema,
    output: z.object({ nonce: z.string() }),
    summary: 'Nonce for the reports of a page, bound to its epoch and assigned versions: 120 per minute and address',
  },
  'POST /registry/telemetry': {
    access: 'public',
    input: pageReportsSchema,
    output: z.undefined(),
    summary: 'Report outcomes of a page: at most 50 reports per request, 120 requests per minute and address',
  },
});

export type RegistryContract = typeof registryContract;

type ReleaseCallId = {
  [K in keyof RegistryContract]: RegistryContract[K]['access'] extends `right:${ReleaseAction}` ? K : never;
}[keyof RegistryContract];

/** The right that a call takes; null for one that everyone or all staff may make. */
export function rightOf({ access }: { readonly access: string }): ReleaseAction | null {
  const [kind, action] = access.split(':');
  return kind === 'right' ? (releaseActions.find((each) => each === action) ?? null) : null;
}

/** Why one member of staff is enough for what the registry does. */
export const becauseOne: Readonly<Record<ReleaseCallId, string>> = {
  'POST /registry/promote':
    'Code is signed and checked before it is published; its clients are watched, it is undone in a second, and the history names who.',
  'POST /registry/ramp': 'It reaches a share of the clients, and is halted where they fail.',
  'POST /registry/hold': 'It restricts: the ramp stays where it is.',
  'POST /registry/resume': 'Its steps are those that were planned, and it takes the right to the largest of them.',
  'POST /registry/rollback':
    'Faulty code ends at once; what it goes back to was live before. `compromised` restricts: sessions end, new factors and addresses go.',
  'POST /registry/revert': 'It restores what was live in an earlier epoch.',
  'POST /registry/publish': 'Nothing live changes by it; it takes a right that was granted for the remote.',
  'POST /registry/preview':
    'It is open to its link alone, for seven days at most, and asks before it runs with a session.',
  'POST /registry/end-preview': 'It restricts: open pages go back to the stable version.',
  'POST /registry/tabs':
    'It moves no code: a tab that is gone leaves its screens where they are, and the history names who.',
  'POST /registry/override':
    'It runs code of the member in the browser of the member alone, for 15 minutes; off in production.',
};
export type RegistryCallId = keyof RegistryContract;

export type Status = z.infer<typeof status>;
export type RemoteStatus = z.infer<typeof remoteStatus>;
export type RampStatus = z.infer<typeof rampStatus>;
export type VersionHealth = z.infer<typeof versionHealth>;
export type Change = z.infer<typeof change>;
export type ReleaseEventSummary = z.infer<typeof eventSummary>;
export type OpenPreview = z.infer<typeof openPreview>;
export type VersionSummary = z.infer<typeof versionSummary>;
export type Publication = z.infer<typeof publication>;
/** Result of a release. */
export type ReleaseResult = z.infer<typeof result>;
