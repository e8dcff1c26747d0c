import { type FailureKind, referenceOf, type TelemetryBatch, type VitalReport } from '@tessera/manifest';

/**
 * What pages report, and what a forged report can do.
 *
 * Reports need no session, so they can be forged. Each page has a nonce that the registry signed for its epoch and the
 * versions that its ramps assign it. A nonce counts each version's use and failure once, and for a ramp only the one
 * version that it names; other sites cannot read one, so they cannot have their visitors report. Only live versions
 * count, so memory is bounded. Networks (an IPv4 /24, an IPv6 /48) count a few failures each, and a ramp is halted only
 * when the candidate failed in several; users of the candidate count as far as its odds and the stable version's users of
 * the same network go. With several networks an attacker can
 *
 * - halt a ramp that is good: operators lose time, and all clients stay on the stable version, which is the safe side;
 * - hide a ramp that is broken, by failures of the stable version or by users of the candidate: the ramp then
 *   continues until an operator ends it. Pages still leave a version that fails for them, which no report can prevent;
 * - falsify the figures that operators see: uses by any number, failures and vitals by as much as networks add in a day.
 *
 * No report advances a release: only operators raise weights, and no report affects a signature. REPORT_LIMIT makes
 * each attack cost networks.
 */

export type ReportLimit = {
  /** Per network address; generous, because whole mobile networks share one. */
  readonly batchesPerMinute: number;
  /** Failures of one network that count towards one stage of a ramp: a batch with more is not weighed. */
  readonly failuresPerStage: number;
  /** Networks in which a candidate must have failed before its ramp is halted. */
  readonly networksToHalt: number;
  /** Users of the candidate in a network: so many, and `usersFactor` times what the ramp's odds make of so many more than the stable version has there. */
  readonly usersApart: number;
  readonly usersFactor: number;
  /** Failures, and measurements of a vital, that one network adds to the figures of a version in a day. */
  readonly failuresShown: number;
  readonly vitalsShown: number;
};

/**
 * Two failures halt no ramp of any size. Of a good version that is tested at 10 % five failures are needed in any case,
 * so five networks delay the halt of a bad one little: clients of several thousand users are rarely neighbours.
 */
export const REPORT_LIMIT: ReportLimit = {
  batchesPerMinute: 120,
  failuresPerStage: 2,
  networksToHalt: 5,
  usersApart: 20,
  usersFactor: 2,
  failuresShown: 20,
  vitalsShown: 100,
};

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
