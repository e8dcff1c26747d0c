import {
  chooseVersion,
  type OutcomeReport,
  type ReleasedRemote,
  type RemoteSlot,
  referenceOf,
  type TelemetryBatch,
} from '@tessera/manifest';
import { telemetryBatchSchema } from '@tessera/registry-api';
import { type RampStage, record, stageOf, look as weigh } from '../ramp-stage.ts';
import { shouldHalt } from '../ramp-test.ts';
import { addBatch, emptyTally, type Tally } from '../tally.ts';
import { randomFrom } from './random.ts';

/** A ramp among clients that each open the application a few times; times in milliseconds from its start. */
export type Scene = {
  readonly seed: number;
  readonly clients: number;
  readonly period: number;
  /** Of 10,000. */
  readonly weight: number;
  /** Share of the clients for which the candidate breaks. */
  readonly broken: number;
  /** Share of the clients for which a version fails by chance, whichever it is. */
  readonly environment: number;
  /** Interval at which clients send their reports. */
  readonly flush: number;
  /** Delay from the decision to halt until every page applies it. */
  readonly push: number;
  /** Whether the registry halts at all. */
  readonly halting: boolean;
};

export type Outcome = {
  /** When the registry decided to halt; undefined if it did not. */
  readonly haltedAt: number | undefined;
  /** Sessions in which the candidate failed, whether or not the halt had reached the client. */
  readonly hurt: number;
  /** Sessions that started with the candidate after the halt had reached all clients. */
  readonly hurtLater: number;
  /** Sessions that ended without a working version. */
  readonly lost: number;
  readonly sessions: number;
  /** Counts of the registry, if halting is enabled. */
  readonly tally: Tally;
};

const EPOCH = 7;
const REGISTRY_LOOKS_EVERY = 1000;
const MOST_SESSIONS = 3;

const released = (version: string): ReleasedRemote => ({
  name: 'markets',
  version,
  entry: `remotes/markets/${version}/remote.js`,
  integrity: 'sha384-',
  routes: [],
  assets: [],
  swap: 'allow',
});
const previous = released('1.1.0');
const stable = released('1.2.0');
const candidate = released('1.3.0');
const live = new Set([previous, stable, candidate].map(referenceOf));

type Client = {
  readonly id: string;
  /** When it opens the application. */
  readonly opens: readonly number[];
  /** Versions that fail for it. */
  readonly fails: ReadonlySet<string>;
  /** Offset within each `flush` interval at which it reports. */
  readonly phase: number;
  /** Versions it left because they failed, and those it counted in this epoch. */
  readonly quarantine: Set<string>;
  readonly reported: Set<string>;
};

function clientOf(id: string, scene: Scene, random: () => number): Client {
  const sessions = 1 + Math.floor(random() * MOST_SESSIONS);
  const opens = Array.from({ length: sessions }, () => random() * scene.period);
  const phase = random() * scene.flush;
  const byItself = random() < scene.broken ? [referenceOf(candidate)] : [];
  const byChance = [...live].filter(() => random() < scene.environment);
  return { id, opens, phase, fails: new Set([...byItself, ...byChance]), quarantine: new Set(), reported: new Set() };
}

type Session = { readonly shown: ReleasedRemote; readonly failed: readonly ReleasedRemote[] };

/** Opens the application: a version that fails is left immediately and permanently. */
function open(slot: RemoteSlot, client: Client): Session {
  const failed: ReleasedRemote[] = [];
  for (;;) {
    const chosen = chooseVersion(slot, client.id, (reference) => client.quarantine.has(reference));
    const reference = referenceOf(chosen);
    const isLeft = client.quarantine.has(reference);
    if (isLeft || !client.fails.has(reference)) return { shown: chosen, failed };
    failed.push(chosen);
    client.quarantine.add(reference);
  }
}

/** Reports of a session: one use and one failure per version and epoch. */
function reportsOf({ shown, failed }: Session, { reported }: Client): readonly OutcomeReport[] {
  const once = (report: OutcomeReport): OutcomeReport[] => {
    const key = `${report.type} ${report.version}`;
    if (reported.has(key)) return [];
    reported.add(key);
    return [report];
  };
  return [...failed, shown].flatMap((remote) => {
    const of = { remote: remote.name, version: remote.version };
    const use = once({ type: 'use', ...of });
    return failed.includes(remote) ? [...use, ...once({ type: 'failure', ...of, kind: 'evaluation' })] : use;
  });
}

const nextFlush = (time: number, { phase }: Client, flush: number): number =>
  phase + Math.ceil((time - phase) / flush) * flush;

/** The registry: counts batches, looks every second, and decides when to halt. */
class Registry {
  tally: Tally = emptyTally;
  haltedAt: number | undefined;
  #stage: RampStage;

  constructor(weight: number) {
    const ramp = { version: candidate.version, weight, since: EPOCH };
    this.#stage = stageOf({ name: stable.name, stable: stable.version, ramp }) as RampStage;
  }

  take(body: string): void {
    const batch = telemetryBatchSchema.parse(JSON.parse(body));
    this.tally = addBatch(this.tally, batch, { live }).tally;
    this.#stage = record(this.#stage, batch);
  }

  look(now: number): void {
    this.#stage = weigh(this.#stage);
    if (shouldHalt(this.#stage.evidence)) this.haltedAt ??= now;
  }
}

/** Simulates a ramp second by second; deterministic for a seed. */
export function play(scene: Scene): Outcome {
  const random = randomFrom(scene.seed);
  const ramp = { candidate, weight: scene.weight, salt: `salt-${scene.seed}` };
  const slot: RemoteSlot = { name: stable.name, stable, previous, ramp };
  const healed: RemoteSlot = { name: stable.name, stable, previous };
  const opens = Array.from({ length: scene.clients }, (_, index) => clientOf(`client-${index}`, scene, random))
    .flatMap((client) => client.opens.map((at) => ({ at, client })))
    .sort((left, right) => left.at - right.at);

  const registry = new Registry(scene.weight);
  const seconds = Math.ceil((scene.period + scene.flush) / REGISTRY_LOOKS_EVERY) + 1;
  const outbox = Array.from({ length: seconds + 1 }, (): string[] => []);
  let [hurt, hurtLater, lost, next] = [0, 0, 0, 0];
  for (let second = 1; second <= seconds; second += 1) {
    const now = second * REGISTRY_LOOKS_EVERY;
    for (let session = opens[next]; session && session.at <= now; session = opens[next]) {
      next += 1;
      const { at, client } = session;
      const knows = registry.haltedAt !== undefined && at >= registry.haltedAt + scene.push;
      const result = open(knows ? healed : slot, client);
      if (result.failed.includes(candidate)) hurt += 1;
      if (knows && (result.shown === candidate || result.failed.includes(candidate))) hurtLater += 1;
      if (client.fails.has(referenceOf(result.shown))) lost += 1;
      const reports = reportsOf(result, client);
      const sent = Math.ceil(nextFlush(at, client, scene.flush) / REGISTRY_LOOKS_EVERY);
      if (reports.length > 0) outbox[sent]?.push(JSON.stringify({ epoch: EPOCH, reports } satisfies TelemetryBatch));
    }
    if (!scene.halting) continue;
    for (const body of outbox[second] ?? []) registry.take(body);
    registry.look(now);
  }
  return { haltedAt: registry.haltedAt, hurt, hurtLater, lost, sessions: opens.length, tally: registry.tally };
}
