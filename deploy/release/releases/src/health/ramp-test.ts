/**
 * The test that halts a ramp: an anytime-valid logrank test with a tolerance.
 *
 * A unit is a client on one version during one stage of a ramp. It comes under risk with its `use` and leaves with its
 * `failure`, at most once each. H0, "the candidate is good enough": whenever a unit may fail, be it at its first use or
 * while it is used, that is at most ρ = TOLERANCE times as likely on the candidate as on the stable version.
 *
 * Source: P. Grünwald, A. Ly, M. Pérez-Ortiz, J. ter Schure, "The Safe Logrank Test: Error Control under Optional
 * Stopping, Continuation and Prior Misspecification", PMLR 146 (2021), 107–117.
 *
 * One failure. Let c units be at risk on the candidate and s on the stable version, and w be the ramp's share of the
 * clients. If a unit fails while it is used, and its hazard is h times as high on the candidate, then whatever the
 * hazards are it is on the candidate with odds h·c/s (Cox). If it fails at its first use, the odds are h·w/(1−w), since
 * the bucket that a client falls into is independent of all before. With r the greater of c/s and w/(1−w), the odds are
 * q ≤ ρ·r under H0, either way. For θ > ρ the failure multiplies the evidence by the likelihood ratio of θ to ρ,
 *
 *     L = (θ/ρ)^[it is on the candidate] · (ρ·r + 1) / (θ·r + 1).
 *
 * Its expectation is (q·θ/ρ + 1) / (q + 1) · (ρ·r + 1) / (θ·r + 1). The first fraction grows with q, as θ/ρ > 1, and at
 * q = ρ·r the product is 1: so it is at most 1 under H0, for every h ≤ ρ, constant or not, whatever happened before.
 *
 * The first use needs its own odds because failing units leave the risk set at once: of two versions that fail for 10 %
 * and 20 % of the clients the second would seem to have too few users for its failures, by c/s alone.
 *
 * All failures. The product of the factors is therefore a supermartingale that begins at 1, for each θ, and so is the
 * mean over several θ. By Ville's inequality the probability that it ever reaches 1/α is at most α: the test may be
 * evaluated after every report, indefinitely. Each stage of a ramp begins again and has its own α.
 *
 * One look. The reports of a look come without their order. Both values of L fall when r grows, so every failure of a
 * look is weighed as if the candidate's users of the look had come before it and its failures after, the stable
 * version's failures before and its users after. The result is at most what the true order would give, so it holds as
 * evidence whatever the order was. It costs power only where a look is long.
 *
 * What is missing. A failure of the candidate without units at risk on it (its `use` was lost) is dropped: its factor
 * would be at least 1. One of the stable version always counts: its factor is at most 1.
 *
 * What is assumed. Both versions count `use` and `failure` on the same occasions, and load under the same conditions up
 * to the tolerance: a candidate that comes over the network against a stable version that lies in the cache does not.
 *
 * How soon. Failures of the candidate alone halt a ramp at 1 % with the 3rd, at 10 % with the 5th, at 50 % with the
 * 20th. At 100 % there is nothing to compare with, and nothing halts.
 */

/** ρ: risk ratios up to this value are attributed to networks, devices and caches. */
export const TOLERANCE = 2;

/** Upper bound of the probability that a good candidate is ever halted in a stage. */
export const ALPHA = 0.001;

/** Risk ratios of the alternatives, weighted equally: slightly, clearly and completely broken. */
export const ALTERNATIVES: readonly number[] = [4, 16, 64];

export type Arms<Count> = { readonly candidate: Count; readonly stable: Count };

/** Reports since the previous look: units that came under risk, and units that failed. */
export type Observation = Arms<{ readonly uses: number; readonly failures: number }>;

/** State of the test for one stage; serializable as JSON. */
export type RampEvidence = {
  /** Share of the clients that get the candidate, 0 … 1. */
  readonly share: number;
  /** Units that use the version and have not failed. */
  readonly atRisk: Arms<number>;
  /** Failures that were weighed. */
  readonly failures: Arms<number>;
  /** Natural logarithm of the evidence for each of ALTERNATIVES. */
  readonly logs: readonly number[];
};

/** The evidence at the beginning of a stage: none. `share` is the ramp's part of the clients, 0 … 1. */
export function begin(share: number): RampEvidence {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a ramp's share of the clients is from 0 to 1, not ${share}`);
  return {
    share,
    atRisk: { candidate: 0, stable: 0 },
    failures: { candidate: 0, stable: 0 },
    logs: ALTERNATIVES.map(() => 0),
  };
}

function checkCounts({ candidate, stable }: Observation): void {
  for (const count of [candidate.uses, candidate.failures, stable.uses, stable.failures]) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`an observation counts whole units from 0 up, not ${count}`);
    }
  }
}

/** The evidence after one look. Throws a RangeError if a count is negative or not whole. */
export function observe(evidence: RampEvidence, observation: Observation): RampEvidence {
  checkCounts(observation);
  const { share, atRisk } = evidence;
  const { candidate, stable } = observation;
  const onCandidate = atRisk.candidate + candidate.uses;
  const onStable = Math.max(0, atRisk.stable - stable.failures);
  const failed = Math.min(candidate.failures, onCandidate);
  // The odds r as a fraction, to avoid a division by zero if no unit is on the stable version.
  const [over, under] = onCandidate * (1 - share) > onStable * share ? [onCandidate, onStable] : [share, 1 - share];
  const weigh = (log: number, theta: number): number => {
    const onStableFailure = Math.log((TOLERANCE * over + under) / (theta * over + under));
    const onCandidateFailure = Math.log(theta / TOLERANCE) + onStableFailure;
    return log + failed * onCandidateFailure + stable.failures * onStableFailure;
  };
  return {
    share,
    atRisk: {
      candidate: onCandidate - failed,
      stable: Math.max(0, atRisk.stable + stable.uses - stable.failures),
    },
    failures: {
      candidate: evidence.failures.candidate + failed,
      stable: evidence.failures.stable + stable.failures,
    },
    logs: evidence.logs.map((log, index) => weigh(log, ALTERNATIVES[index] as number)),
  };
}

/** Natural logarithm of the mean over ALTERNATIVES. */
function logEValue({ logs }: RampEvidence): number {
  const greatest = Math.max(...logs);
  return greatest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - greatest), 0) / logs.length);
}

/** How many times better "much worse" explains the failures than "good enough"; finite, so that JSON can hold it. */
export const eValue = (evidence: RampEvidence): number => Math.min(Math.exp(logEValue(evidence)), Number.MAX_VALUE);

/** Whether the ramp must be halted now. */
export const shouldHalt = (evidence: RampEvidence): boolean => logEValue(evidence) >= Math.log(1 / ALPHA);
