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

/** What survives a restart. */
export type Snapshot = z.infer<typeof snapshotSchema>;

/** Addresses of failing pages remembered in a stage: whoever commands more of them could do worse than this. */
const ADDRESSES_KEPT = 100_000;

export type HealthMonitorOptions = {
  readonly service: Pick<ReleaseService, 'latest' | 'halt'>;
  readonly print: (line: string) => void;
  /** Failures of one address that count in a stage of a ramp. */
  readonly failuresPerAddress?: number;
};

/** Counts what pages report, and halts a ramp whose candidate is worse. */
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

  /** Takes a batch in. `address` is that of the page's network: a client with many addresses counts as many. */
  async take(batch: TelemetryBatch, address: string): Promise<void> {
    const latest = await this.#follow();
    if (!latest) return;
    const live = new Set(versionsIn(latest.state).map(referenceOf));
    this.#tally = addBatch(this.#tally, batch, { live }).tally;
    for (const [name, stage] of this.#stages) {
      if (this.#counts(stage, batch, address)) this.#stages.set(name, record(stage, batch));
    }
  }

  /** Weighs what came in since the last look and halts what is worse. Returns the remotes whose ramp was halted. */
  async look(): Promise<readonly string[]> {
    let seen = await this.#follow();
    const halted: string[] = [];
    for (const name of [...this.#stages.keys()]) {
      // As it is by now: reports come in while the ramp of another remote is being halted.
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

  /** Stages follow the state: another weight or version begins anew. */
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

  /** Whether a batch is weighed: one address cannot halt a ramp by itself. */
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

  /** `seen` is the epoch that the stage is of: what somebody changed since then is not judged by its figures. */
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
      // Another release was made at the same moment: the next look decides on what is live then.
      if (error instanceof ReleaseError && error.code === 'epoch_taken') return undefined;
      throw error;
    }
  }
}
