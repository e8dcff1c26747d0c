import { type Arms, begin, eValue, type Observation, observe, type RampEvidence } from '../ramp-test.ts';

/**
 * The events of a history, without random outcomes: a unit comes under risk on a given version; a client that may fall
 * on either version arrives and may fail at once; one of those at risk fails; the registry looks. `ratio` is the
 * candidate's risk over the stable version's.
 */
export type Step =
  | { readonly type: 'candidate' | 'stable' | 'look' }
  | { readonly type: 'arrival'; readonly risk: number; readonly ratio: number }
  | { readonly type: 'failure'; readonly ratio: number };

/** One possible outcome of a history: its probability, the final evidence and the maximum evidence. */
export type Path = { readonly probability: number; readonly last: number; readonly greatest: number };

type Branch = {
  readonly probability: number;
  readonly greatest: number;
  readonly evidence: RampEvidence;
  readonly atRisk: Arms<number>;
  readonly pending: Observation;
};

const nothing: Observation = { candidate: { uses: 0, failures: 0 }, stable: { uses: 0, failures: 0 } };

function looked(branch: Branch): Branch {
  const evidence = observe(branch.evidence, branch.pending);
  return { ...branch, evidence, pending: nothing, greatest: Math.max(branch.greatest, eValue(evidence)) };
}

function counted(branch: Branch, arm: keyof Arms<number>, what: 'uses' | 'failures', chance = 1): Branch {
  const { atRisk, pending, probability } = branch;
  return {
    ...branch,
    probability: probability * chance,
    atRisk: { ...atRisk, [arm]: atRisk[arm] + (what === 'uses' ? 1 : -1) },
    pending: { ...pending, [arm]: { ...pending[arm], [what]: pending[arm][what] + 1 } },
  };
}

function arrived(branch: Branch, risk: number, ratio: number): Branch[] {
  const { share } = branch.evidence;
  const onCandidate = counted(branch, 'candidate', 'uses', share);
  const onStable = counted(branch, 'stable', 'uses', 1 - share);
  return [
    counted(onCandidate, 'candidate', 'failures', risk * ratio),
    { ...onCandidate, probability: onCandidate.probability * (1 - risk * ratio) },
    counted(onStable, 'stable', 'failures', risk),
    { ...onStable, probability: onStable.probability * (1 - risk) },
  ];
}

function failed(branch: Branch, ratio: number): Branch[] {
  const { candidate, stable } = branch.atRisk;
  const hazard = ratio * candidate + stable;
  if (hazard === 0) return [branch];
  const chance = (ratio * candidate) / hazard;
  return [counted(branch, 'candidate', 'failures', chance), counted(branch, 'stable', 'failures', 1 - chance)];
}

function follow(branch: Branch, step: Step): Branch[] {
  switch (step.type) {
    case 'look':
      return [looked(branch)];
    case 'arrival':
      return arrived(branch, step.risk, step.ratio);
    case 'failure':
      return failed(branch, step.ratio);
    default:
      return [counted(branch, step.type, 'uses')];
  }
}

/** Enumerates every outcome of a history exactly; a look ends it. `share` is the ramp's share of the clients. */
export function distributionOf(share: number, steps: readonly Step[]): readonly Path[] {
  const begun: Branch = {
    probability: 1,
    greatest: 1,
    evidence: begin(share),
    atRisk: { candidate: 0, stable: 0 },
    pending: nothing,
  };
  return [...steps, { type: 'look' } as const]
    .reduce<Branch[]>(
      (branches, step) =>
        branches.flatMap((branch) => follow(branch, step)).filter(({ probability }) => probability > 0),
      [begun],
    )
    .map(({ probability, greatest, evidence }) => ({ probability, greatest, last: eValue(evidence) }));
}

/** Expected final evidence. */
export const expectedEvidence = (paths: readonly Path[]): number =>
  paths.reduce((sum, { probability, last }) => sum + probability * last, 0);

/** The probability that the evidence ever reached a level. */
export const chanceOfReaching = (level: number, paths: readonly Path[]): number =>
  paths.filter(({ greatest }) => greatest >= level).reduce((sum, { probability }) => sum + probability, 0);
