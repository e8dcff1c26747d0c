import { type FailureKind, referenceOf, type TelemetryBatch, type VitalReport } from '@tessera/manifest';

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

/** What one network address may send; whole networks of phones share one, so it is wide. */
export type ReportLimit = {
  readonly batchesPerMinute: number;
  /** Failures that count towards one stage of a ramp: a batch with more is tallied, but not weighed. */
  readonly failuresPerStage: number;
};

/** Two failures halt no ramp, however small: nobody halts one from a single address. */
export const REPORT_LIMIT: ReportLimit = { batchesPerMinute: 120, failuresPerStage: 2 };

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
