import { type Figures, ReleaseError, type ReleaseErrorCode, type ReleaseService } from '@tessera/releases';

/** Evidence against a candidate from which its steps wait; at 1000 its ramp is halted. */
const WAITS_FROM = 10;

/** Faults that pass: the step is tried again. */
const PASSING: ReadonlySet<ReleaseErrorCode> = new Set([
  'epoch_taken',
  'no_steps',
  'store_full',
  'store_refused',
  'store_unreachable',
]);

type Options = {
  readonly service: Pick<ReleaseService, 'latest' | 'takeStep' | 'holdSteps'>;
  readonly figures: Pick<Figures, 'evidence'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly print: (line: string) => void;
};

/**
 * Takes the steps of ramps that are due. One whose candidate fails more often than the stable version waits for as long as
 * that lasts; one that the gate rejects is held, with its reasons.
 */
export async function takeDueSteps({ service, figures, now, print }: Options): Promise<void> {
  const latest = await service.latest();
  for (const { name, ramp } of latest?.state.remotes ?? []) {
    const steps = ramp?.steps;
    if (!latest || !steps || steps.held || steps.due > now()) continue;
    if (figures.evidence(name) >= WAITS_FROM) continue;
    const expectedEpoch = latest.state.epoch;
    try {
      const event = await service.takeStep(name, { expectedEpoch });
      print(`${name}: a step of its ramp was taken, epoch ${event.state.epoch}`);
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error;
      if (PASSING.has(error.code)) return;
      print(`${name}: its ramp is held: ${error.message}`);
      await service.holdSteps(name, { who: 'registry', why: error.message, expectedEpoch });
    }
    // What was released stands in another epoch: the next look goes on from there.
    return;
  }
}
