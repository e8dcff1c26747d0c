import {
  addBatch,
  emptyTally,
  eValue,
  type Figures,
  healthOf,
  keepLive,
  look,
  type RampStage,
  REPORT_LIMIT,
  ReleaseError,
  type ReleaseEvent,
  type ReleaseService,
  rampStageSchema,
  record,
  referenceOf,
  shouldHalt,
  stageOf,
  type Tally,
  type TelemetryBatch,
  tallySchema,
  versionsIn,
} from '@tessera/releases';
import { z } from 'zod';

const snapshotSchema = z.strictObject({ tally: tallySchema, stages: z.array(rampStageSchema) });

/** State that survives a restart. */
export type Snapshot = z.infer<typeof snapshotSchema>;

/** Maximum number of failing addresses per stage: an attacker with more addresses could do greater harm than this. */
const ADDRESSES_KEPT = 100_000;

export type HealthMonitorOptions = {
  readonly service: Pick<ReleaseService, 'latest' | 'halt'>;
  readonly print: (line: string) => void;
  /** Maximum failures per address that count in a stage of a ramp. */
  readonly failuresPerAddress?: number;
};

/** Counts reports of pages, and halts ramps whose candidate is worse. */
export class HealthMonitor {
  readonly #options: HealthMonitorOptions;
  #tally: Tally = emptyTally;
  #stages = new Map<string, RampStage>();
  /** By stage and address. Lives as long as the stage. */
  #failures = new Map<string, Map<string, number>>();

  constructor(options: HealthMonitorOptions, snapshot?: unknown) {
    this.#options = options;
    const known = snapshotSchema.safeParse(snapshot);
    if (!known.success) return;
    this.#tally = known.data.tally;
    for (const stage of known.data.stages) this.#stages.set(stage.remote, stage);
  }

  snapshot(): Snapshot {
    return snapshotSchema.parse({ tally: this.#tally, stages: [...this.#stages.values()] });
  }

  readonly figures: Figures = {
    health: (name, version) => healthOf(this.#tally, name).find((health) => health.version === version),
    evidence: (name) => {
      const stage = this.#stages.get(name);
      return stage ? eValue(look(stage).evidence) : 1;
    },
  };

  /** Counts a batch. `address` is the client's network address: a client with many addresses counts as many. */
  async take(batch: TelemetryBatch, address: string): Promise<void> {
    const latest = await this.#follow();
    if (!latest) return;
    const live = new Set(versionsIn(latest.state).map(referenceOf));
    this.#tally = addBatch(this.#tally, batch, { live }).tally;
    for (const [name, stage] of this.#stages) {
      if (this.#counts(stage, batch, address)) this.#stages.set(name, record(stage, batch));
    }
  }

  /** Tests the reports since the last look and halts worse candidates. Returns the remotes whose ramp was halted. */
  async look(): Promise<readonly string[]> {
    let seen = await this.#follow();
    const halted: string[] = [];
    for (const name of [...this.#stages.keys()]) {
      // Read again: reports arrive while the ramp of another remote is being halted.
      const stage = this.#stages.get(name);
      if (!stage || !seen) continue;
      const weighed = look(stage);
      this.#stages.set(name, weighed);
      if (!shouldHalt(weighed.evidence)) continue;
      const event = await this.#halt(weighed, seen.state.epoch);
      if (!event) continue;
      halted.push(name);
      seen = event;
    }
    return halted;
  }

  /** Stages follow the state: another weight or version starts a new stage. */
  async #follow(): Promise<ReleaseEvent | undefined> {
    const latest = await this.#options.service.latest();
    const stages = new Map<string, RampStage>();
    for (const slot of latest?.state.remotes ?? []) {
      const stage = stageOf(slot, this.#stages.get(slot.name));
      if (stage) stages.set(slot.name, stage);
    }
    for (const name of this.#failures.keys()) {
      if (stages.get(name)?.since !== this.#stages.get(name)?.since) this.#failures.delete(name);
    }
    this.#stages = stages;
    if (latest) {
      this.#tally = keepLive(this.#tally, { live: new Set(versionsIn(latest.state).map(referenceOf)) });
    }
    return latest;
  }

  /** Whether a batch counts for the test: a single address cannot halt a ramp. */
  #counts(stage: RampStage, batch: TelemetryBatch, address: string): boolean {
    const judged = [stage.candidate, stage.stable];
    const failed = batch.reports.some(
      ({ type, remote, version }) => type === 'failure' && remote === stage.remote && judged.includes(version),
    );
    if (!failed || batch.epoch < stage.since) return true;
    const counted = this.#failures.get(stage.remote) ?? new Map<string, number>();
    const before = counted.get(address) ?? 0;
    if (before >= (this.#options.failuresPerAddress ?? REPORT_LIMIT.failuresPerStage)) return false;
    if (before === 0 && counted.size >= ADDRESSES_KEPT) return false;
    counted.set(address, before + 1);
    this.#failures.set(stage.remote, counted);
    return true;
  }

  /** `seen` is the epoch of the stage: its figures do not apply to later changes. */
  async #halt({ remote, candidate, evidence }: RampStage, seen: number): Promise<ReleaseEvent | undefined> {
    const { failures, atRisk } = evidence;
    const of = (arm: 'candidate' | 'stable') => `${failures[arm]} of ${failures[arm] + atRisk[arm]}`;
    const why =
      `${candidate} failed for ${of('candidate')} clients, the stable version for ${of('stable')}: ` +
      `evidence ${Math.round(eValue(evidence))}, halted from 1000 on`;
    try {
      const event = await this.#options.service.halt(remote, { who: 'registry', why, expectedEpoch: seen });
      this.#options.print(`${remote}: the ramp of ${why}`);
      return event;
    } catch (error) {
      // Another release was made at the same time: the next look decides on the new state.
      if (error instanceof ReleaseError && error.code === 'epoch_taken') return undefined;
      throw error;
    }
  }
}
