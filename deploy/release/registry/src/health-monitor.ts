import { randomBytes } from 'node:crypto';
import {
  addBatch,
  emptyTally,
  eValue,
  type Figures,
  healthOf,
  keepLive,
  look,
  type PageReports,
  type RampStage,
  REPORT_LIMIT,
  ReleaseError,
  type ReleaseEvent,
  type ReleaseService,
  type ReportingPage,
  rampStageSchema,
  record,
  referenceOf,
  shouldHalt,
  stageOf,
  type Tally,
  tallySchema,
  versionsIn,
} from '@tessera/releases';
import { z } from 'zod';
import { PageNonces } from './page-nonce.ts';
import { createShownReports, type ShownReports } from './shown-reports.ts';
import { StageNetworks } from './stage-networks.ts';

const snapshotSchema = z.strictObject({
  tally: tallySchema,
  stages: z.array(rampStageSchema),
  /** Secret that marks the nonces of pages, base64url; absent in older snapshots. */
  key: z.string().length(43).optional(),
});

/** State that survives a restart. */
export type Snapshot = z.infer<typeof snapshotSchema>;

/** Outcomes of pages that are remembered, so that none is counted twice. */
const OUTCOMES_KEPT = 100_000;

export type HealthMonitorOptions = {
  readonly service: Pick<ReleaseService, 'latest' | 'halt'>;
  readonly print: (line: string) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Maximum failures per network that count in a stage of a ramp. */
  readonly failuresPerNetwork?: number;
  /** Networks in which a candidate must have failed before its ramp is halted. */
  readonly networksToHalt?: number;
};

const failedIn = ({ reports }: PageReports, name: string, versions: readonly string[]): boolean =>
  reports.some(({ type, remote, version }) => type === 'failure' && remote === name && versions.includes(version));

/** For a ramp a page reports the version that the ramp assigns it: another one, that it fell back to, is no sample. */
const ofAssigned = ({ remote }: RampStage, sent: PageReports): PageReports => ({
  ...sent,
  reports: sent.reports.filter((report) => {
    const reference = referenceOf({ name: report.remote, version: report.version });
    return report.remote !== remote || sent.arms.includes(reference);
  }),
});

/** Counts reports of pages, and halts ramps whose candidate is worse. */
export class HealthMonitor {
  readonly #options: HealthMonitorOptions;
  #tally: Tally = emptyTally;
  #stages = new Map<string, RampStage>();
  readonly #key: Buffer;
  readonly #nonces: PageNonces;
  readonly #shown: ShownReports;
  /** Outcomes that were counted, oldest first. */
  readonly #counted = new Set<string>();
  /** By the remote of a stage. Lives as long as the stage. */
  readonly #networks = new Map<string, StageNetworks>();

  constructor(options: HealthMonitorOptions, snapshot?: unknown) {
    this.#options = options;
    const known = snapshotSchema.safeParse(snapshot);
    this.#key = known.data?.key ? Buffer.from(known.data.key, 'base64url') : randomBytes(32);
    this.#nonces = new PageNonces(this.#key, options.now);
    this.#shown = createShownReports(options.now, options.failuresPerNetwork ?? 0);
    if (!known.success) return;
    this.#tally = known.data.tally;
    for (const stage of known.data.stages) this.#stages.set(stage.remote, stage);
  }

  snapshot(): Snapshot {
    const key = this.#key.toString('base64url');
    return snapshotSchema.parse({ tally: this.#tally, stages: [...this.#stages.values()], key });
  }

  readonly figures: Figures = {
    health: (name, version) => healthOf(this.#tally, name).find((health) => health.version === version),
    evidence: (name) => {
      const stage = this.#stages.get(name);
      return stage ? eValue(look(stage).evidence) : 1;
    },
  };

  /** Returns the nonce that a page sends with its reports. */
  nonce(page: ReportingPage): string {
    return this.#nonces.issue(page);
  }

  /**
   * Counts the reports of a page. `network` is the client's: a client in many networks counts as many. Without a nonce
   * of this registry nothing is counted.
   */
  async take(sent: PageReports, network: string): Promise<void> {
    const latest = await this.#follow();
    const page = this.#nonces.pageOf(sent);
    if (!latest || page === undefined) return;
    const reports = this.#countOnce(page, sent);
    const live = new Set(versionsIn(latest.state).map(referenceOf));
    this.#tally = addBatch(this.#tally, this.#shown.of(reports, network), { live }).tally;
    for (const [name, stage] of this.#stages) {
      const weighed = ofAssigned(stage, reports);
      if (this.#counts(stage, weighed, network))
        this.#stages.set(name, record(this.#withNetwork(stage, weighed, network), weighed));
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
      const spread = weighed.networks.length >= this.#networksToHalt;
      if (!spread || !shouldHalt(weighed.evidence)) continue;
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
    for (const name of this.#networks.keys()) {
      if (stages.get(name)?.since !== this.#stages.get(name)?.since) this.#networks.delete(name);
    }
    this.#stages = stages;
    if (latest) {
      this.#tally = keepLive(this.#tally, { live: new Set(versionsIn(latest.state).map(referenceOf)) });
    }
    return latest;
  }

  get #networksToHalt(): number {
    return this.#options.networksToHalt ?? REPORT_LIMIT.networksToHalt;
  }

  /** The reports without outcomes that this page already sent. */
  #countOnce(page: string, sent: PageReports): PageReports {
    const reports = sent.reports.filter(({ type, remote, version }) => {
      if (type === 'vital') return true;
      const key = `${page} ${type} ${remote}@${version}`;
      if (this.#counted.has(key)) return false;
      const [oldest] = this.#counted;
      if (this.#counted.size >= OUTCOMES_KEPT && oldest !== undefined) this.#counted.delete(oldest);
      this.#counted.add(key);
      return true;
    });
    return { ...sent, reports };
  }

  /** The stage, with the network of a failing candidate. */
  #withNetwork(stage: RampStage, batch: PageReports, network: string): RampStage {
    const failed = batch.epoch >= stage.since && failedIn(batch, stage.remote, [stage.candidate]);
    const pseudonym = this.#nonces.pseudonym(network);
    const known = stage.networks.includes(pseudonym) || stage.networks.length >= this.#networksToHalt;
    return failed && !known ? { ...stage, networks: [...stage.networks, pseudonym] } : stage;
  }

  /** Whether a batch counts for the test: a single network neither halts a ramp nor keeps one from its halt. */
  #counts(stage: RampStage, batch: PageReports, network: string): boolean {
    // Of a stage before, or of other remotes: nothing of it is weighed.
    const isWeighed = batch.reports.some(({ type, remote }) => type !== 'vital' && remote === stage.remote);
    if (!isWeighed || batch.epoch < stage.since) return true;
    const least = this.#options.failuresPerNetwork ?? REPORT_LIMIT.failuresPerStage;
    const networks = this.#networks.get(stage.remote) ?? new StageNetworks(least);
    this.#networks.set(stage.remote, networks);
    return networks.admit(stage, batch, network);
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
