import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { databaseClock } from '../db/database-clock.ts';
import { DomainError } from '../http/domain-error.ts';
import type { KeyUse } from '../http/idempotency.ts';
import { dropLease, type Lease, leaseLeft, takeLease } from '../jobs/lease.ts';
import type { NodeBus } from '../nodes/node-bus.ts';
import { readCarried } from './carried-sums.ts';
import type { Desk, DeskOptions, MarketClient } from './desk-types.ts';
import type { MarketEngine } from './engine-types.ts';
import { serveCommands, submitToMarket } from './forward.ts';
import type { MarketFrame } from './frame.ts';
import { type LeftOut, NOTHING_LEFT_OUT } from './left-out.ts';
import { type Misfit, storeMisfits } from './misfits.ts';
import type { RecordedState, Recorder } from './recorder-types.ts';
import type { MarketTerms } from './terms.ts';
import { requireWaited } from './venue-lead.ts';

/*
 * The market on one node. The node that holds the lease runs the desk: it draws, matches and commits. All others read
 * its frames and forward orders to it. A node that loses the lease discards its memory: the database is what counts.
 */

/** ms that the lease lasts without renewal, and between renewals or attempts to take it. */
export const LEASE_LASTS = 1_000;
const LEASE_EVERY = 250;
/** ms between two steps of the market, by default. */
const STEP_EVERY = 200;

/** ms between two looks of a node that does not hold the market at what it would need. */
const WARM_EVERY = 5_000;

const LEASE_NAME = 'market';

export type MarketParts = {
  readonly database: Database;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** A recorder and an engine without resting orders, made anew whenever this node takes the market over. */
  readonly recorder: () => Recorder;
  readonly engine: (recorded: RecordedState) => MarketEngine;
  readonly desk: (options: DeskOptions) => Desk;
  /** Sends a committed frame to all nodes, this one included. */
  readonly publish: (frame: MarketFrame) => void;
  /** Commands go by it to the node that holds the market. */
  readonly nodes: NodeBus;
  /** Waits some ms; by a timer by default. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Unix ms; the database's clock by default. Tests inject theirs. */
  readonly clock?: () => number;
  /** ms of this process since any moment, never going back; `performance.now` by default. */
  readonly monotonic?: () => number;
  /** ms between two steps of the market. */
  readonly stepEvery?: number | undefined;
};

export type Market = {
  /** Runs a command of a client where the market is; see `Desk.submit`. */
  submit(client: string, command: unknown, use: KeyUse): Promise<unknown>;
  /** Whether this node holds the market now. */
  holds(): boolean;
  /** What the steps of this node go on without; nothing where another one holds the market. */
  leftOut(): LeftOut;
  /** New terms of staff: what this node holds of the market follows them. */
  revise(terms: readonly MarketTerms[]): void;
  /** The clients of all domains; once, before `start` and `turn`. */
  join(clients: readonly MarketClient[]): void;
  /** Takes or renews the lease, and makes one step if this node holds the market. What the timers of `start` do. */
  turn(): Promise<void>;
  start(): void;
  /** Frees the market for other nodes. */
  stop(): Promise<void>;
};

/** Of a process that neither holds the market nor reaches it. */
export const NO_MARKET: Pick<Market, 'submit'> = {
  submit: async () => {
    throw new DomainError('service_unavailable');
  },
};

type Tenure = {
  readonly lease: Lease;
  readonly desk: Desk;
  /** Null until its first step has opened the symbols: an order before it would find no price. */
  unserve: (() => void) | null;
};

export function createMarket(parts: MarketParts): Market {
  const {
    database,
    log,
    nodes,
    monotonic = () => performance.now(),
    pause = setTimeout,
    stepEvery = STEP_EVERY,
  } = parts;
  const measured = databaseClock(monotonic);
  const clock = parts.clock ?? measured.now;
  let clients: readonly MarketClient[] = [];
  let tenure: Tenure | null = null;
  let beginning: Promise<void> | null = null;
  // Renewed with every tenure: the token then grows, and the transactions of the tenure before are fenced off.
  let holder = randomUUID();
  let stopped = false;
  /** The newest terms that came after a tenure had begun with older ones. */
  let revised: readonly MarketTerms[] | null = null;
  const timers: NodeJS.Timeout[] = [];
  let warming: Promise<void> | null = null;
  /** The attempt that waits for the end of another node's lease. */
  let atEnd: Promise<void> | null = null;
  let warmedAt = Number.NEGATIVE_INFINITY;

  /** The lease does not wait for it. */
  function keepWarm(): void {
    if (warming || stopped || monotonic() - warmedAt < WARM_EVERY) return;
    warming = (async () => {
      for (const client of clients) await client.warm?.(database);
    })()
      .catch((err: unknown) => log.warn({ err }, 'the orders of the market could not be read ahead'))
      .finally(() => {
        warming = null;
        warmedAt = monotonic();
      });
  }

  async function report(misfits: readonly Misfit[]): Promise<void> {
    for (const { symbol, reason } of misfits) log.error({ symbol, reason }, 'new terms do not fit what rests');
    await storeMisfits(database, misfits);
  }

  function revise(): void {
    if (!tenure || !revised) return;
    tenure.desk
      .revise(revised)
      .then(report)
      .catch((err: unknown) => log.error({ err }, 'the market goes on with its former terms'));
    revised = null;
  }

  async function begin(lease: Lease): Promise<void> {
    const began = monotonic();
    revised = null;
    const recorder = parts.recorder();
    const recorded = await recorder.load(database);
    // The record never goes back, also where another database with a clock behind took over.
    const reached = recorded.at ?? 0;
    measured.reach(reached);
    const engine = parts.engine(recorded);
    for (const client of clients) await client.restore(database, engine);
    const desk = parts.desk({
      database,
      engine,
      recorder,
      clients,
      carried: await readCarried(database, Math.max(reached, clock())),
      lease,
      clock: () => Math.max(reached, clock()),
      publish: parts.publish,
      sequence: recorded.sequence,
      log,
      onBroken: (err) => {
        log.warn({ err }, 'the market is reloaded');
        end().catch((error: unknown) => log.error({ err: error }, 'the lease of the market was not freed'));
      },
    });
    if (stopped) return desk.stop();
    tenure = { lease, desk, unserve: null };
    // It begins with the terms of now.
    await storeMisfits(database, []);
    revise();
    log.info({ token: lease.token, ms: Math.round(monotonic() - began) }, 'this node holds the market');
  }

  /** Discards the market of this node. The lease is freed once its transactions are over. */
  async function end(): Promise<void> {
    const ended = tenure;
    if (!ended) return;
    tenure = null;
    holder = randomUUID();
    ended.unserve?.();
    await ended.desk.stop();
    await dropLease(database, ended.lease);
  }

  async function renew(): Promise<void> {
    const asked = monotonic();
    const asking = holder;
    const held = await takeLease(database, { name: LEASE_NAME, holder: asking, lasts: LEASE_LASTS });
    // The tenure that this renewal was for has ended meanwhile.
    if (asking !== holder) return;
    if (!held) {
      if (!tenure) return keepWarm();
      log.warn({}, 'another node has taken the market over');
      await end();
      return;
    }
    measured.set(held.now, asked, monotonic());
    if (tenure || beginning || stopped) return;
    beginning = begin(held).finally(() => {
      beginning = null;
    });
    await beginning;
  }

  /**
   * A holder that died leaves its lease to expire between two attempts: the next one then comes with the end of the lease.
   * Nothing is added while it is renewed.
   */
  async function follow(): Promise<void> {
    await renew();
    if (tenure || atEnd || stopped) return;
    const left = await leaseLeft(database, LEASE_NAME);
    if (left >= LEASE_EVERY) return;
    atEnd = pause(left + 1)
      .then(() => (stopped ? undefined : renew()))
      .catch((err: unknown) => log.error({ err }, 'the lease of the market could not be taken'))
      .finally(() => {
        atEnd = null;
      });
  }

  async function step(): Promise<void> {
    const stepping = tenure;
    if (!stepping) return;
    try {
      await stepping.desk.tick();
    } finally {
      // Also after a step that failed: orders can be cancelled without it.
      if (tenure === stepping) stepping.unserve ??= serveCommands(parts.nodes, stepping.desk);
    }
  }

  /** Repeats work `every` ms, and never twice at once. */
  function repeat(every: number, name: string, work: () => Promise<void>): void {
    let running = false;
    timers.push(
      setInterval(() => {
        if (running) return;
        running = true;
        work()
          .catch((err: unknown) => log.error({ err }, name))
          .finally(() => {
            running = false;
          });
      }, every),
    );
  }

  return {
    async submit(client, command, use) {
      requireWaited();
      if (stopped) throw new DomainError('service_unavailable');
      return submitToMarket(
        { nodes, desk: () => (tenure?.unserve ? tenure.desk : null), monotonic, pause },
        client,
        command,
        use,
      );
    },
    holds: () => tenure !== null,
    leftOut: () => tenure?.desk.leftOut() ?? NOTHING_LEFT_OUT,
    revise(terms) {
      revised = terms;
      revise();
    },
    join(all) {
      clients = all;
    },
    async turn() {
      await renew();
      await warming;
      await step();
    },
    start() {
      repeat(LEASE_EVERY, 'the lease of the market could not be renewed', follow);
      repeat(stepEvery, 'a step of the market failed', step);
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all([beginning, warming, atEnd]);
      await end();
    },
  };
}
