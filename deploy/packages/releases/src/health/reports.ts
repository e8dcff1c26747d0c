import { type FailureKind, referenceOf, type TelemetryBatch, type VitalReport } from '@tessera/manifest';

/**
 * What pages report, and what a forged report can do.
 *
 * Reports need no session, so anyone can forge them. A batch represents one page: it counts once per version, however
 * often it repeats itself, and only for live versions, so memory is bounded. With enough batches an attacker can
 *
 * - halt a ramp that is good: operators lose time, and all clients stay on the stable version, which is the safe side;
 * - hide a ramp that is broken, by failures of the stable version or by users of the candidate: the ramp then
 *   continues until an operator ends it. Pages still leave a version that fails for them, which no report can prevent;
 * - falsify the figures that operators see.
 *
 * No report advances a release: only operators raise weights, and no report affects a signature. REPORT_LIMIT makes
 * each attack cost addresses.
 */

/** Limit per network address; generous, because whole mobile networks share one. */
export type ReportLimit = {
  readonly batchesPerMinute: number;
  /** Failures that count towards one stage of a ramp: a batch with more is tallied, but not weighed. */
  readonly failuresPerStage: number;
};

/** Two failures halt no ramp of any size, so a single address cannot halt one. */
export const REPORT_LIMIT: ReportLimit = { batchesPerMinute: 120, failuresPerStage: 2 };

/** The deduplicated outcome of one version in a batch. */
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
