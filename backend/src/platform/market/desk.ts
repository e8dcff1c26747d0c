import type { Transaction } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { type KeyUse, keyName, knownUses } from '../http/idempotency.ts';
import { LeaseLost } from '../jobs/lease.ts';
import { creditsOwnOnly, InsufficientBalance, requireOwnCredits } from '../ledger/index.ts';
import { Contended, hasCode, isFatal, LEASE_LOST, notWaiting, Rehearsed, settled } from './attempts.ts';
import { CarriedBatch } from './carried-batch.ts';
import { readStandings } from './carried-sums.ts';
import type { Applied, Desk, DeskOptions, MarketClient } from './desk-types.ts';
import type { MarketEngine, SymbolFill } from './engine-types.ts';
import { heldAccounts, without } from './held-accounts.ts';
import { type LeftOut, leftOutParts, type Part } from './left-out.ts';

/*
 * The one writer of the market. Commands wait in one queue; what waits when a transaction ends is the next batch, so
 * that one commit carries many orders under load and one alone does not wait. A batch is applied in memory first:
 * the database takes all of it or memory goes back to where it was.
 *
 * While the database writes a batch, the next one is read and applied on top of it, so that node and database do not
 * take turns; it is written once the first is committed, and forgotten with it where it is not. Only commands of users
 * with whom that batch has nothing to do take part: their balances are read while it is written. A step, and
 * whatever is not as usual, waits until nothing is being written.
 */

/** Commands in one transaction. */
const MOST = 256;
/**
 * A batch waits for those whom the one before it has answered, for this share of the time that it took and for so many ms
 * at most: clients that send one order after the other come back together, and one full batch costs less than two
 * halves that take turns. So many commands are enough: more of them cost little less each, and while a batch is written
 * the next requests are read.
 */
const GATHERS = { share: 1 / 3, most: 5, commands: 16 };
/** From so many commands on, a batch begins with half of the users who wait: the others follow while it is written. */
const SPLITS_FROM = 24;
/** Commands that may wait; more are rejected at once. */
const QUEUE = 10_000;
/** Attempts of a batch before its commands go one by one: each reads the balances anew. */
const TRIES = 3;
/** Searches for what a step fails by: another where the first found that it had passed, and it fails again. */
const SEARCHES = 2;
/** ms that a step waits for a lock while it is recorded: of the record, which users cannot hold. */
const LOCK_TIMEOUT = 250;
/**
 * ms that a transaction of the market waits for what users can hold: accounts, whose user is then left out, and the row
 * of a key that another call uses.
 */
const HELD_TIMEOUT = 30;
/** Times that a batch is applied again without users who are held. */
const WITHOUT = 4;
/** Times that a batch is applied again with the standings of users whom it turned out to depend on. */
const READS_AGAIN = 2;
/** ms for which standings that have decided are read ahead. */
const DECIDED_LATELY = 10_000;
/**
 * ms after which PostgreSQL ends a transaction of the market that says nothing more. It holds the lease's row: a node
 * that hangs amid it, or is cut off, would keep the market from all others for as long as its connection lasts.
 */
const SILENT_AT_MOST = 1_000;
/**
 * The same for a batch that goes in one message and of which only a part arrives, by PostgreSQL 17 or newer: there all of
 * the transaction, ms.
 */
const BATCH_AT_MOST = 5_000;
/** ms between frames that are not of a step. */
const FRAME_EVERY = 50;

type Waiting = {
  readonly client: MarketClient;
  readonly command: unknown;
  readonly use: KeyUse;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/** Whom a batch leaves out: whose accounts are held, and what steps fail by. */
type Without = { readonly held: ReadonlySet<string>; readonly leftOut: LeftOut };

type Step = { resolve(): void; reject(error: unknown): void; readonly done: Promise<void> };

/** What became of a command in a batch. */
type Outcome = { readonly result: unknown } | { readonly error: DomainError };

/** A batch that is applied in memory and not committed. */
type AppliedBatch = {
  readonly commands: readonly Waiting[];
  readonly outcomes: ReadonlyMap<Waiting, Outcome>;
  /** By client. */
  readonly shadows: ReadonlyMap<MarketClient, unknown>;
  /** Null where nothing of it is to be written: memory is as it was before it. */
  readonly write: ((tx: Transaction) => Promise<unknown>[]) | null;
  /** Whose accounts it writes. */
  readonly users: () => readonly string[];
  readonly carried: CarriedBatch;
  /** What the screens see of it, where their time has come. */
  readonly frame: ReturnType<MarketEngine['takeFrame']>;
};

/** A batch that is being written. */
type Flight = AppliedBatch & {
  /** Whose commands and accounts it has. */
  readonly involved: ReadonlySet<string>;
  /** Whether all clients can begin on top of it. */
  readonly follows: boolean;
  /** How many commands of others wait. */
  others: number;
  /** `performance.now()` when its commands were taken. */
  readonly began: number;
  /** Resolves with null once it is committed, else with the error. */
  readonly done: Promise<{ readonly error: unknown } | null>;
};

/** A command that failed in another way than by a DomainError: the shadow may be damaged. */
class CommandFailed extends Error {
  readonly failed: Waiting;

  constructor(failed: Waiting, cause: unknown) {
    super('a command failed', { cause });
    this.failed = failed;
  }
}

const NO_USERS: ReadonlySet<string> = new Set();

const ownerOf = (id: string | undefined): string | undefined => id?.slice(0, id.indexOf(':'));

export function createDesk(options: DeskOptions): Desk {
  const { database, engine, recorder, clients, carried: sums, lease, clock, publish, onBroken, log } = options;
  const { frameEvery = FRAME_EVERY } = options;
  const byName = new Map(clients.map((client) => [client.name, client]));
  const waiting: Waiting[] = [];
  let step: Step | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** What the database is writing. */
  let flight: Flight | null = null;
  /** Whether the last batch could be followed by another: then a crowd is split in two. */
  let splits = false;
  /** Commands that have no answer. */
  const open = new Set<Waiting>();
  /** The commands of the last batch and those that waited for its end: so many may come again, until this moment. */
  let expected = { commands: 0, until: Number.NEGATIVE_INFINITY };
  /** Ends the waiting for them. */
  let gathered: (() => void) | null = null;
  /** Ends the waiting for a batch that follows. */
  let followed: (() => void) | null = null;
  /** New terms that wait for the end of a batch. */
  const revisions: (() => void)[] = [];
  let { sequence } = options;
  let latest = 0;
  /** While it is found what a step fails by, it is the same step: no time passes. */
  let searching = false;
  let framedAt = Number.NEGATIVE_INFINITY;
  let framing: NodeJS.Timeout | null = null;
  const held = heldAccounts();
  const leftOut = leftOutParts(log, options.monotonic);
  /** Users whose accounts the last attempt of a step would have written. */
  let written: readonly string[] = [];
  /** Users whose standing has decided what they trade, until when it is read ahead. */
  const decided = new Map<string, number>();

  const time = (): number => {
    if (!searching) latest = Math.max(latest, clock());
    return latest;
  };

  /** Tells the clients of the fills of their orders. */
  function settle(fills: readonly SymbolFill[], shadows: AppliedBatch['shadows'], at: number): void {
    if (fills.length === 0) return;
    for (const client of clients) {
      const own = fills.filter(
        ({ taker, maker }) => ownerOf(taker?.id) === client.name || ownerOf(maker?.id) === client.name,
      );
      if (own.length > 0) client.settle(engine, own, shadows.get(client), at);
    }
  }

  /**
   * Throws where what is posted since then credits another user, though the call of the command declares not to. Fills
   * credit by right who met the order: calls that can trade declare a bound, and tasks of the exchange declare nothing.
   */
  function ownCreditsSince({ use }: Waiting, shadows: AppliedBatch['shadows']): () => void {
    if (!creditsOwnOnly(use.callId)) return () => undefined;
    const before = clients.map((client) => client.journals(shadows.get(client)).length);
    return () =>
      clients.forEach((client, index) => {
        requireOwnCredits(use, client.journals(shadows.get(client)).slice(before[index]));
      });
  }

  function applyOne(command: Waiting, shadows: AppliedBatch['shadows'], at: number): Outcome {
    const requireOwn = ownCreditsSince(command, shadows);
    const undo = engine.savepoint();
    let applied: Applied;
    try {
      applied = command.client.apply(engine, command.command, shadows.get(command.client), at);
    } catch (error) {
      undo();
      if (error instanceof DomainError) return { error };
      throw new CommandFailed(command, error);
    }
    settle(applied.fills, shadows, at);
    const result = applied.result();
    try {
      requireOwn();
    } catch (error) {
      throw new CommandFailed(command, error);
    }
    return { result };
  }

  /**
   * The lease, the keys of the batch and the house's inventories, in one statement.
   */
  async function writeFrame(
    tx: Transaction,
    stored: readonly (readonly [KeyUse, unknown])[],
    moved: ReadonlyMap<string, number>,
    at: number,
  ): Promise<void> {
    await tx
      .query(
        `with held as materialized (
                select require_lease($1, $2), set_config('lock_timeout', $11, true),
                       set_config('idle_in_transaction_session_timeout', $12, true),
                       case when current_setting('server_version_num')::int >= 170000
                         then set_config('transaction_timeout', $13, true) end),
              kept as (
                insert into idempotency_key (user_id, key, call, fingerprint, answer, at)
                select k.user_id, k.key, k.call, decode(k.fingerprint, 'hex'), k.answer, $8
                  from held cross join unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
                         as k (user_id, key, call, fingerprint, answer)
                returning 1),
              moved as (
                update market_symbol s set inventory = m.inventory
                  from held cross join unnest($9::text[], $10::bigint[]) as m (symbol, inventory)
                 where s.symbol = m.symbol
                returning 1)
         select 1 as written
           from held cross join (select count(*) from kept) k cross join (select count(*) from moved) m`,
        [
          lease.name,
          lease.token,
          stored.map(([{ userId }]) => userId),
          stored.map(([{ key }]) => key),
          stored.map(([{ callId }]) => callId),
          stored.map(([{ fingerprint }]) => fingerprint),
          stored.map(([, output]) => JSON.stringify(output)),
          new Date(at),
          [...moved.keys()],
          [...moved.values()],
          String(HELD_TIMEOUT),
          String(SILENT_AT_MOST),
          String(BATCH_AT_MOST),
        ],
      )
      .catch((error: unknown) => {
        throw hasCode(error, LEASE_LOST) ? new LeaseLost(lease.name, { cause: error }) : error;
      });
  }

  /** Reads what a batch needs, on top of the one that is being written; `judged` are users whose standing it depends on. */
  async function read(
    stepping: boolean,
    commands: readonly Waiting[],
    before: AppliedBatch | null,
    judged: ReadonlySet<string>,
  ) {
    const at = time();
    sums.passTo(at);
    for (const [userId, until] of decided) if (until < at) decided.delete(userId);
    const traders = commands.flatMap(({ use }) => (sums.hasCarried(use.userId) ? [use.userId] : []));
    const [known, standings, ...prepared] = await database.together((sql) =>
      Promise.all([
        knownUses(
          sql,
          commands.map(({ use }) => use),
        ),
        readStandings(sql, [...new Set([...traders, ...decided.keys(), ...judged])], at),
        ...clients.map((client) =>
          client.prepare(
            sql,
            commands.filter((each) => each.client === client).map(({ command }) => command),
            stepping,
            before?.shadows.get(client),
          ),
        ),
      ]),
    );
    sums.excuse(standings);
    const shadows = new Map(clients.map((client, index) => [client, prepared[index]]));
    return { known, standings, shadows };
  }

  /**
   * Reads and applies a batch; again where it turns out to depend on the standing of users that was not read. What is still
   * unread then is judged as if it was the worst.
   */
  async function readAndApply(
    stepping: boolean,
    commands: readonly Waiting[],
    out: Without,
    before: AppliedBatch | null,
  ): Promise<AppliedBatch> {
    const judged = new Set<string>();
    for (let again = READS_AGAIN; ; again--) {
      const applied = apply(stepping, commands, out, await read(stepping, commands, before, judged));
      const { carried, write } = applied;
      for (const userId of carried.decided) decided.set(userId, latest + DECIDED_LATELY);
      if (carried.unread.size === 0 || again === 0) return applied;
      if (write) engine.rollback();
      for (const userId of carried.unread) judged.add(userId);
    }
  }

  /** Applies a batch in memory; where that fails memory is as before. */
  function apply(
    stepping: boolean,
    commands: readonly Waiting[],
    out: Without,
    { known, standings, shadows }: Awaited<ReturnType<typeof read>>,
  ): AppliedBatch {
    const at = time();
    const outcomes = new Map<Waiting, Outcome>();
    const stored = new Map<string, readonly [KeyUse, unknown]>();
    const users = () => clients.flatMap((client) => client.users(shadows.get(client)));
    const carried = new CarriedBatch(engine, sums, standings, at);
    engine.begin();
    engine.watch(carried);
    try {
      engine.withhold(out.leftOut.users.size === 0 ? out.held : new Set([...out.held, ...out.leftOut.users]));
      engine.leaveOut(out.leftOut);
      if (stepping) {
        settle(engine.tick(at), shadows, at);
        for (const client of clients) settle(client.ticked?.(engine, shadows.get(client), at) ?? [], shadows, at);
      }
      for (const command of commands) {
        const name = keyName(command.use);
        const own = stored.get(name);
        const before = own ? { fingerprint: own[0].fingerprint, output: own[1] } : known.get(name);
        if (before) {
          const same = before.fingerprint === command.use.fingerprint;
          outcomes.set(command, same ? { result: before.output } : { error: new DomainError('idempotency_conflict') });
          continue;
        }
        const outcome = applyOne(command, shadows, at);
        outcomes.set(command, outcome);
        if ('result' in outcome) stored.set(name, [command.use, outcome.result]);
      }
      const applied = { commands, outcomes, shadows, users, carried };
      if (!stepping && stored.size === 0) {
        engine.rollback();
        return { ...applied, write: null, frame: null };
      }
      const moved = engine.inventories();
      const write = (tx: Transaction) => [
        writeFrame(tx, [...stored.values()], moved, at),
        ...clients.map((client) => client.write(tx, shadows.get(client), at)),
        ...[carried.write(tx)].flatMap((each) => each ?? []),
      ];
      return { ...applied, write, frame: !stepping && isDue(at) ? takeFrame(at) : null };
    } catch (error) {
      engine.rollback();
      throw error;
    } finally {
      engine.watch(null);
    }
  }

  /** Writes a batch that is not a step; where that fails memory is to be rolled back. */
  const store = ({ write, users }: AppliedBatch): Promise<void> =>
    notWaiting(users, () => database.batch((tx) => settled(write?.(tx) ?? [])));

  /** Lets memory follow the database. */
  function adopt({ write, shadows, users, carried }: AppliedBatch): void {
    if (!write) return;
    engine.commit();
    carried.keep();
    recorder.committed();
    held.written(users);
    for (const client of clients) client.adopt(shadows.get(client));
  }

  /**
   * Applies and commits a batch while no other is open, or rehearses a step: that is rolled back with `Rehearsed`. Rejects where
   * nothing of it was committed, or with a fatal error.
   */
  async function attempt(
    stepping: boolean,
    commands: readonly Waiting[],
    out: Without,
    rehearses = false,
  ): Promise<AppliedBatch> {
    if (!rehearses) written = [];
    const applied = await readAndApply(stepping, commands, out, null);
    if (!applied.write) return applied;
    const { write, users } = applied;
    const at = latest;
    try {
      if (stepping) {
        if (!rehearses) written = users();
        // May be tried again from its start, though not where a lock is held: `process` leaves its user out first.
        await database.transaction((tx) => {
          recorder.discarded();
          return notWaiting(users, async () => {
            const patience = () => tx.query("select set_config('lock_timeout', $1, true)", [String(LOCK_TIMEOUT)]);
            await settled([...write(tx), patience()]);
            await recorder.record(tx, {
              sequence: sequence + 1,
              at,
              ticks: engine.ticks(),
              halted: engine.haltedTicks(),
              source: engine.source(),
            });
            if (!rehearses) return;
            await tx.query('set constraints all immediate');
            throw new Rehearsed();
          });
        });
      } else {
        await store(applied);
      }
    } catch (error) {
      engine.rollback();
      recorder.discarded();
      throw error;
    }
    return applied;
  }

  const isDue = (at: number): boolean => at - framedAt >= frameEvery;

  /** What has changed since the last frame, to be published after the commit. */
  function takeFrame(at: number): AppliedBatch['frame'] {
    const changed = engine.takeFrame(at);
    if (changed) framedAt = at;
    return changed;
  }

  /** Under the next number, which is the one that a step was recorded with. */
  function show(changed: AppliedBatch['frame'], stepping = false): void {
    if (!changed && !stepping) return;
    sequence++;
    if (changed) publish({ ...changed, sequence, token: lease.token });
  }

  /** Publishes what has changed while no batch is open: after a step at once, else at intervals. */
  function frame(stepping: boolean): void {
    const at = time();
    if (stepping || isDue(at)) {
      show(takeFrame(at), stepping);
      return;
    }
    framing ??= setTimeout(() => {
      framing = null;
      // Of a batch that is being written nothing is published; its own frame comes at its end.
      if (!running && !stopped) show(takeFrame(time()));
    }, frameEvery).unref();
  }

  function answer(command: Waiting, outcome: Outcome | undefined): void {
    if (outcome && 'result' in outcome) command.resolve(outcome.result);
    else command.reject(outcome?.error ?? new DomainError('service_unavailable'));
  }

  const onlyLeftOut = (): Without => ({ held: NO_USERS, leftOut: leftOut.current() });
  const isOut = (userId: string): boolean => held.current().has(userId) || leftOut.current().users.has(userId);

  /** Of a user's command that is not taken now; with the seconds until it may be, where those are known. */
  function notNow(userId: string): DomainError {
    const until = leftOut.until(userId);
    // Whose accounts another transaction holds is tried again in a moment: the market takes the commands of others.
    if (until === null && held.current().has(userId)) {
      return new DomainError('service_unavailable', { params: { seconds: 1 } });
    }
    if (until === null) return new DomainError('service_unavailable');
    return new DomainError('service_unavailable', {
      params: { seconds: Math.ceil(Math.max(0, until - time()) / 1_000) },
    });
  }

  /** Rejects the commands of users who are left out: they are submitted again, under the same key. */
  function leaveOut(commands: readonly Waiting[]): readonly Waiting[] {
    for (const { use, reject } of commands) if (isOut(use.userId)) reject(notNow(use.userId));
    return commands.filter(({ use }) => !isOut(use.userId));
  }

  /** Whether a step can be recorded without these. Rejects where that cannot be said now. */
  async function works(out: Without): Promise<boolean> {
    try {
      await attempt(true, [], out, true);
    } catch (error) {
      if (error instanceof Rehearsed) return true;
      if (isFatal(error)) throw error;
      if (!(error instanceof Contended)) return false;
      const found = without(await held.add(database, error.users, time()), out.held);
      if (found.size === 0) throw error;
      return works({ ...out, held: new Set([...out.held, ...found]) });
    }
    throw new Error('a rehearsal was committed');
  }

  /**
   * Leaves out of the steps what they fail by. Resolves with why the market cannot go on, or with null, and with whether the
   * failure had passed.
   */
  async function findCause(
    error: unknown,
    due: readonly Part[],
    freed: ReadonlySet<string>,
  ): Promise<{ readonly failure: unknown; readonly passed: boolean }> {
    searching = true;
    let passed = false;
    try {
      const found = await leftOut.find({
        ...{ error, due, now: time(), written, open: engine.open(time()) },
        traders: clients.flatMap((client) => [...client.traders()]),
        works: (parts) => works({ held: without(held.current(), freed), leftOut: parts }),
      });
      if (found === 'nothing helps') return { failure: error, passed };
      passed = found === 'passed';
    } catch (lost) {
      if (lost instanceof Contended) return { failure: lost, passed };
      throw lost;
    }
    waiting.splice(0, waiting.length, ...leaveOut(waiting));
    return { failure: null, passed };
  }

  /**
   * Commits a batch, or each of its commands alone where the database does not take them together. `failed` is what became of
   * a first attempt.
   */
  async function process(
    stepping: Step | null,
    batch: readonly Waiting[],
    failed: { readonly error: unknown } | null = null,
  ): Promise<void> {
    // Orders come back with a step, before anything else of their users.
    let freed: ReadonlySet<string> = stepping ? await held.freed(database, time()) : new Set();
    let commands = leaveOut(batch);
    if (commands.length === 0 && !stepping) return;
    // What is left out takes part in a step again, without commands: it may fail once more.
    let again = stepping && commands.length === 0 ? leftOut.due(time()) : [];
    let searches = 0;
    let failure: unknown;
    let left = 0;
    for (let tries = 1; tries <= TRIES; tries++) {
      let committed: AppliedBatch;
      try {
        if (failed && tries === 1 && failure === undefined) throw failed.error;
        committed = await attempt(stepping !== null, commands, {
          held: without(held.current(), freed),
          leftOut: leftOut.without(again),
        });
      } catch (error) {
        if (isFatal(error)) throw error;
        failure = error;
        if (error instanceof Contended && left < WITHOUT) {
          const found = await held.add(database, error.users, time());
          freed = without(freed, found);
          commands = leaveOut(commands);
          if (commands.length === 0 && !stepping) return;
          if (found.size > 0) {
            left++;
            tries--;
          }
        }
        if (error instanceof CommandFailed) {
          error.failed.reject(error.cause);
          commands = commands.filter((each) => each !== error.failed);
          if (commands.length === 0 && !stepping) return;
        }
        const isFault = stepping !== null && commands.length === 0 && !(error instanceof Contended);
        if (isFault && searches < SEARCHES && (tries === TRIES || again.length > 0)) {
          const cause = await findCause(error, again, freed);
          failure = cause.failure;
          if (failure !== null) break;
          searches += cause.passed ? 1 : SEARCHES;
          again = [];
          tries = TRIES - 1;
        }
        continue;
      }
      searching = false;
      // What fails from here on breaks the desk: the batch is in the database and must not be tried again.
      adopt(committed);
      held.release(freed);
      leftOut.takeBack(again);
      answerAll(committed);
      stepping?.resolve();
      show(committed.frame);
      frame(stepping !== null);
      return;
    }
    searching = false;
    const [first] = commands;
    if (!first && failure instanceof Contended) {
      // The next step goes on from the same draw.
      stepping?.reject(failure);
      return;
    }
    if (!first) throw failure;
    if (commands.length === 1 && !stepping) {
      if (failure instanceof InsufficientBalance) {
        first.reject(new DomainError('insufficient_balance', { cause: failure }));
      } else {
        first.reject(
          failure instanceof Contended ? new DomainError('service_unavailable', { cause: failure }) : failure,
        );
      }
      return;
    }
    if (stepping) {
      await process(stepping, []);
      await process(null, commands);
      return;
    }
    for (const command of commands) await process(null, [command]);
  }

  const isGathered = (): boolean => stopped || step !== null || waiting.length >= expected.commands;

  /** A batch of so many commands has ended: they may come again. */
  function expectAgain(commands: number, began: number): void {
    const ended = performance.now();
    const patience = Math.min(GATHERS.most, (ended - began) * GATHERS.share);
    expected = { commands: Math.min(GATHERS.commands, commands + waiting.length), until: ended + patience };
  }

  async function gather(): Promise<void> {
    // What arrives in the same turn of the event loop goes together.
    await new Promise((resume) => setImmediate(resume));
    const left = expected.until - performance.now();
    if (left <= 0 || isGathered()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      gathered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    gathered = null;
  }

  /** Takes commands that wait, except of these users; of a crowd those of the first half of its users. */
  function take(except: ReadonlySet<string>, halves: boolean): readonly Waiting[] {
    const possible = except.size === 0 ? waiting : waiting.filter(({ use }) => !except.has(use.userId));
    const first = halves && possible.length >= SPLITS_FROM ? Math.ceil(possible.length / 2) : possible.length;
    const users = new Set(possible.slice(0, Math.min(first, MOST)).map(({ use }) => use.userId));
    const taken = possible.filter(({ use }) => users.has(use.userId)).slice(0, MOST);
    if (taken.length === waiting.length) return waiting.splice(0);
    const chosen = new Set(taken);
    waiting.splice(0, waiting.length, ...waiting.filter((each) => !chosen.has(each)));
    return taken;
  }

  /** Whether the next batch may be applied while this one is written. */
  const isFollowed = ({ follows }: Flight): boolean =>
    follows && !stopped && !step && revisions.length === 0 && held.current().size === 0;

  const isCrowd = (of: Flight): boolean => of.others >= of.commands.length || !isFollowed(of);

  /** Resolves once as many commands wait as are being written, or the next batch has to wait for the end of that. */
  async function crowd(of: Flight): Promise<void> {
    if (isCrowd(of)) return;
    await new Promise<void>((resolve) => {
      followed = resolve;
      void of.done.then(() => resolve());
    });
    followed = null;
  }

  /** Sends a batch to the database. */
  function launch(applied: AppliedBatch, began: number): void {
    const involved = new Set([...applied.commands.map(({ use }) => use.userId), ...applied.users()]);
    const done = store(applied).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const others = waiting.filter(({ use }) => !involved.has(use.userId)).length;
    const follows = clients.every((client) => client.isFollowed(applied.shadows.get(client)));
    splits = follows;
    flight = { ...applied, involved, follows, others, began, done };
  }

  function answerAll({ commands, outcomes }: AppliedBatch): void {
    for (const command of commands) answer(command, outcomes.get(command));
  }

  /** Ends the batch that is being written, `next` being applied on top of it; sends that one where it was committed. */
  async function land(of: Flight, next: AppliedBatch | null): Promise<void> {
    const began = performance.now();
    const failed = await of.done;
    flight = null;
    if (failed) {
      if (next) {
        if (next.write) engine.rollback();
        waiting.unshift(...next.commands);
      }
      engine.rollback();
      await process(null, of.commands, failed);
      return;
    }
    adopt(of);
    if (next?.write) launch(next, began);
    else expectAgain(of.commands.length, of.began);
    answerAll(of);
    show(of.frame);
    if (next && !next.write) answerAll(next);
    if (!next?.write && !of.frame) frame(false);
  }

  /** A batch on top of the one that is being written; null where nothing can follow it. */
  async function follow(of: Flight): Promise<AppliedBatch | null> {
    await crowd(of);
    if (!isFollowed(of)) return null;
    const commands = take(of.involved, false);
    if (commands.length === 0) return null;
    try {
      return await readAndApply(false, commands, onlyLeftOut(), of);
    } catch {
      // Tried again, and judged, once no other batch is open.
      waiting.unshift(...commands);
      return null;
    }
  }

  /** One turn: a step or a batch alone, or a batch that others may follow. */
  async function turn(): Promise<void> {
    if (flight) {
      await land(flight, await follow(flight));
      return;
    }
    for (const revise of revisions.splice(0)) revise();
    const stepping = step;
    if (!stepping && waiting.length === 0) return;
    const began = performance.now();
    const alone = stepping !== null || held.current().size > 0;
    // A step that tries what was left out has no commands beside it.
    const tried = stepping !== null && leftOut.due(time()).length > 0;
    const commands = tried ? [] : alone ? waiting.splice(0, MOST) : take(NO_USERS, splits);
    step = null;
    if (alone) {
      try {
        await process(stepping, commands);
      } catch (error) {
        stepping?.reject(new DomainError('service_unavailable', { cause: error }));
        throw error;
      }
      expectAgain(commands.length, began);
      return;
    }
    let applied: AppliedBatch;
    try {
      applied = await readAndApply(false, commands, onlyLeftOut(), null);
    } catch (error) {
      await process(null, commands, { error });
      expectAgain(commands.length, began);
      return;
    }
    if (applied.write) {
      launch(applied, began);
    } else {
      expectAgain(commands.length, began);
      answerAll(applied);
    }
  }

  async function run(): Promise<void> {
    await gather();
    while (flight || (!stopped && (step || waiting.length > 0 || revisions.length > 0))) {
      try {
        await turn();
      } catch (error) {
        halt();
        for (const command of [...open]) command.reject(new DomainError('service_unavailable', { cause: error }));
        onBroken(error);
      }
      if (!flight && waiting.length > 0) await gather();
    }
    if (stopped) rejectWaiting();
  }

  function wake(): void {
    if (isGathered()) gathered?.();
    if (flight && isCrowd(flight)) followed?.();
    running ??= run().finally(() => {
      running = null;
    });
  }

  function halt(): void {
    stopped = true;
    gathered?.();
    followed?.();
    if (framing) clearTimeout(framing);
    step?.reject(new DomainError('service_unavailable'));
    step = null;
    rejectWaiting();
  }

  function rejectWaiting(): void {
    for (const command of waiting.splice(0)) command.reject(new DomainError('service_unavailable'));
  }

  return {
    submit(name, command, use) {
      const client = byName.get(name);
      if (!client) return Promise.reject(new Error(`no client of the market is called ${name}`));
      if (stopped || waiting.length >= QUEUE) return Promise.reject(new DomainError('service_unavailable'));
      if (isOut(use.userId)) return Promise.reject(notNow(use.userId));
      return new Promise((resolve, reject) => {
        const submitted: Waiting = {
          client,
          command,
          use,
          resolve(result) {
            open.delete(submitted);
            resolve(result);
          },
          reject(error) {
            open.delete(submitted);
            reject(error);
          },
        };
        open.add(submitted);
        waiting.push(submitted);
        if (flight && !flight.involved.has(use.userId)) flight.others++;
        wake();
      });
    },
    tick() {
      if (stopped) return Promise.reject(new DomainError('service_unavailable'));
      if (!step) {
        let settleStep: Pick<Step, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined };
        const done = new Promise<void>((resolve, reject) => {
          settleStep = { resolve, reject };
        });
        step = { ...settleStep, done };
        wake();
      }
      return step.done;
    },
    leftOut: leftOut.current,
    revise: (terms) =>
      new Promise((resolve, reject) => {
        revisions.push(() => {
          try {
            resolve(engine.revise(terms));
          } catch (error) {
            reject(error as Error);
          }
        });
        wake();
      }),
    async stop() {
      halt();
      await running;
    },
  };
}
