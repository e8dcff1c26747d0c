import { BUCKETS, referenceOf, type TelemetryBatch } from '@tessera/manifest';
import { z } from 'zod';
import { releaseVersion, remoteName } from '../names.ts';
import { ALTERNATIVES, begin, type Observation, observe, type RampEvidence } from './ramp-test.ts';
import { outcomesOf } from './reports.ts';

const count = z.int().min(0);
const arms = z.strictObject({ candidate: count, stable: count });
const reported = z.strictObject({ uses: count, failures: count });

/** Reads a stage back from JSON. */
export const rampStageSchema = z.strictObject({
  remote: remoteName,
  candidate: releaseVersion,
  stable: releaseVersion,
  since: z.int().min(1),
  networks: z.array(z.string()).default([]),
  pending: z.strictObject({ candidate: reported, stable: reported }),
  evidence: z.strictObject({
    share: z.number().min(0).max(1),
    atRisk: arms,
    failures: arms,
    logs: z.array(z.number()).length(ALTERNATIVES.length),
  }),
});

/** A ramp at one weight, with the state of its halt test. */
export type RampStage = {
  readonly remote: string;
  readonly candidate: string;
  readonly stable: string;
  /** Epoch in which this weight took effect: earlier reports belong to another stage. */
  readonly since: number;
  /** Networks in which the candidate failed, no more than are needed to halt. */
  readonly networks: readonly string[];
  /** Reported since the last evaluation. */
  readonly pending: Observation;
  readonly evidence: RampEvidence;
};

/** The part of a remote's state that identifies a stage. */
export type RampedSlot = {
  readonly name: string;
  /** Null for a new remote. */
  readonly stable: string | null;
  /** `weight` is per 10,000 clients; `since` is the epoch in which it took effect. */
  readonly ramp?: { readonly version: string; readonly weight: number; readonly since: number } | undefined;
};

const nothing: Observation = { candidate: { uses: 0, failures: 0 }, stable: { uses: 0, failures: 0 } };

/**
 * Returns the current stage of a remote: the given one while versions and weight are unchanged, otherwise a new one
 * without evidence; undefined without a ramp, or without a stable version to compare with.
 */
export function stageOf({ name, stable, ramp }: RampedSlot, running?: RampStage): RampStage | undefined {
  if (!ramp || stable === null) return undefined;
  const { version: candidate, weight, since } = ramp;
  const same =
    running?.remote === name && running.candidate === candidate && running.stable === stable && running.since === since;
  return same
    ? running
    : { remote: name, candidate, stable, since, networks: [], pending: nothing, evidence: begin(weight / BUCKETS) };
}

/** Counts the outcomes of the two versions in a batch; batches of an epoch before the stage are ignored. */
export function record(stage: RampStage, batch: TelemetryBatch): RampStage {
  if (batch.epoch < stage.since) return stage;
  const outcomes = outcomesOf(batch);
  const add = (arm: 'candidate' | 'stable') => {
    const outcome = outcomes.get(referenceOf({ name: stage.remote, version: stage[arm] }));
    const { uses, failures } = stage.pending[arm];
    return { uses: uses + (outcome?.used ? 1 : 0), failures: failures + (outcome?.failed ? 1 : 0) };
  };
  return { ...stage, pending: { candidate: add('candidate'), stable: add('stable') } };
}

/** Weighs the outcomes counted since the last evaluation. */
export const look = (stage: RampStage): RampStage => ({
  ...stage,
  pending: nothing,
  evidence: observe(stage.evidence, stage.pending),
});
