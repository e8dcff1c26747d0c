import { type FailureKind, referenceOf, type TelemetryBatch, type Vital, type VitalReport } from '@tessera/manifest';
import { z } from 'zod';
import { releaseVersion, remoteName } from '../names.ts';

/**
 * What pages report, and what a forged report can do.
 *
 * Reports come without a session, so anybody can invent them. A batch speaks for one page: it counts once for each
 * version it names, however often it repeats itself, and only for versions that are live, so it fills no memory. With
 * enough batches somebody can
 *
 * - halt a ramp that is good: operations lose time, and everybody stays on the stable version, which is the safe side;
 * - hide a ramp that is broken, by failures of the stable version or by users of the candidate: the ramp then stays as
 *   it is until operations end it. Pages still leave a version that fails for them, which no report can prevent;
 * - spoil the figures that operations see.
 *
 * No report advances anything: weights are raised by people alone, and no report reaches a signature. REPORT_LIMIT makes
 * all of it cost addresses.
 */

/** A page names a few remotes with a use, a failure and four vitals each. */
export const MAX_REPORTS = 50;

/** What one network address may send; whole networks of phones share one, so it is wide. */
export type ReportLimit = {
  readonly batchesPerMinute: number;
  /** Failures that count towards one stage of a ramp: a batch with more is tallied, but not weighed. */
  readonly failuresPerStage: number;
};

/** Two failures halt no ramp, however small: nobody halts one from a single address. */
export const REPORT_LIMIT: ReportLimit = { batchesPerMinute: 120, failuresPerStage: 2 };

export const FAILURE_KINDS = ['load', 'integrity', 'evaluation', 'render'] as const satisfies readonly FailureKind[];
export const VITALS = ['LCP', 'CLS', 'INP', 'screen'] as const satisfies readonly Vital[];

/** Ten minutes: what took longer was a sleeping phone. */
const LONGEST = 600_000;
/** A sum of shifts; pages beyond it are broken, not measured. */
const GREATEST_SHIFT = 100;

const ofVersion = { remote: remoteName, version: releaseVersion };

const report = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('use'), ...ofVersion }),
  z.strictObject({ type: z.literal('failure'), ...ofVersion, kind: z.enum(FAILURE_KINDS) }),
  z
    .strictObject({
      type: z.literal('vital'),
      ...ofVersion,
      vital: z.enum(VITALS),
      value: z.number().min(0).max(LONGEST),
    })
    .refine(({ vital, value }) => vital !== 'CLS' || value <= GREATEST_SHIFT, {
      path: ['value'],
      error: `a layout shift is at most ${GREATEST_SHIFT}`,
    }),
]);

/** Body of `POST /registry/telemetry` as it is taken; a failure has to say its kind. */
export const telemetryBatchSchema = z.strictObject({
  epoch: z.int().min(1),
  reports: z.array(report).min(1).max(MAX_REPORTS),
}) satisfies z.ZodType<TelemetryBatch>;

/** What a batch says of one version, said once. */
export type Outcome = { readonly used: boolean; readonly failed: boolean; readonly kind: FailureKind | undefined };

/** The outcomes in a batch by `name@version`; of several failures of a version the first. */
export function outcomesOf({ reports }: TelemetryBatch): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const each of reports) {
    if (each.type === 'vital') continue;
    const reference = referenceOf({ name: each.remote, version: each.version });
    const known = outcomes.get(reference);
    outcomes.set(reference, {
      used: known?.used === true || each.type === 'use',
      failed: known?.failed === true || each.type === 'failure',
      kind: known?.kind ?? each.kind,
    });
  }
  return outcomes;
}

export const vitalsOf = ({ reports }: TelemetryBatch): readonly VitalReport[] =>
  reports.filter((each) => each.type === 'vital');
