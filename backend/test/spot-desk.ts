import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WirePosition } from '@tessera/api/leverage/wire';
import { spotContract } from '@tessera/api/spot/contract';
import { amendmentFromWire, placementFromWire, type WireSpotOrder } from '@tessera/api/spot/wire';
import { openCatalogue } from '../src/domains/instruments/index.ts';
import { type LeverageCommand, leverageMarketClient } from '../src/domains/leverage/market-client.ts';
import { spotMarketClient } from '../src/domains/spot/market-client.ts';
import type { Catalogue } from '../src/platform/catalogue/catalogue.ts';
import type { Database } from '../src/platform/db/database.ts';
import { keyUseOf } from '../src/platform/http/idempotency.ts';
import { houseAccount, postJournals, type UserAccountName, userAccount } from '../src/platform/ledger/index.ts';
import { createDesk } from '../src/platform/market/desk.ts';
import type { DeskOptions } from '../src/platform/market/desk-types.ts';
import { createEngine } from '../src/platform/market/engine.ts';
import type { MarketFrame } from '../src/platform/market/frame.ts';
import { createMarket, type Market } from '../src/platform/market/market.ts';
import { createRecorder } from '../src/platform/market/recorder.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';
import type { NodeBus } from '../src/platform/nodes/node-bus.ts';
import { linkedNodes } from './linked-nodes.ts';
import { ScriptedSource } from './scripted-market.ts';

/* Spot trading at the desk, without HTTP: nodes of one database, prices that a test sets, steps that it makes. */

const START = Date.UTC(2026, 10, 20, 15);
/** A user of the second level: no order is too large. */
const LEVEL = 2;

type Input = Parameters<(typeof spotContract)['POST /coin/trade']['input']['parse']>[0];

export type SpotNode = {
  readonly market: Market;
  readonly source: ScriptedSource;
  readonly frames: MarketFrame[];
  readonly bus: NodeBus;
  /** The desks that this node opened, newest last. */
  readonly desks: DeskOptions[];
  /** One turn of the lease and one step of the market. */
  step(count?: number): Promise<void>;
  /** Makes steps until the market that this node discarded is loaded again, which waits for the end of its lease. */
  reload(): Promise<void>;
  /** Resolves when a command of this node next has to wait for the market. */
  waits(): Promise<void>;
  /** `country` is the user's, as a node of an instrument that is not traded everywhere sends it. */
  place(userId: string, input: object, key?: string, country?: string): Promise<WireSpotOrder>;
  cancel(userId: string, id: string, key?: string): Promise<WireSpotOrder>;
  amend(userId: string, input: object, key?: string): Promise<WireSpotOrder>;
  /** Of one symbol, or of each. */
  cancelAll(userId: string, symbol?: string, key?: string): Promise<{ cancelled: string[]; kept: string[] }>;
  /** A command of leverage. */
  lever<Result = WirePosition>(command: LeverageCommand, key?: string): Promise<Result>;
};

export type SpotDesk = SpotNode & {
  readonly database: Database;
  /** What leverage logged as failed. */
  readonly failures: readonly object[];
  /** Errors that the market logged. */
  readonly errors: readonly object[];
  readonly now: () => number;
  /** Lets time pass without a step. */
  readonly advance: (ms: number) => void;
  /** A further node. */
  node(of?: { readonly plain: boolean }): Promise<SpotNode>;
  /** Users with these funds on their trading accounts, by their ids. */
  users(count: number, funds: Readonly<Record<string, string>>): Promise<readonly string[]>;
  close(): Promise<void>;
};

export type SpotDeskOptions = {
  /** In the quote currency. */
  readonly prices: Readonly<Record<string, number>>;
  /** Changes the terms of each symbol. */
  readonly terms?: (terms: MarketTerms) => MarketTerms;
  readonly database?: Database;
  /** The same database for nodes that ask for it: `database` may be one that fails. */
  readonly plain?: Database;
  readonly catalogue?: Catalogue;
  /** For a desk that goes on by itself: the clock of this machine. */
  readonly realTime?: boolean;
};

export async function createSpotDesk({
  prices,
  terms = (each) => each,
  ...options
}: SpotDeskOptions): Promise<SpotDesk> {
  const database = options.database ?? (await testDatabase());
  let time = START;
  const now = options.realTime ? Date.now : () => time;
  const catalogue = options.catalogue ?? (await openCatalogue({ database, now }));
  const bus = linkedNodes();
  const nodes: SpotNode[] = [];
  const failures: object[] = [];
  const errors: object[] = [];

  async function node({ plain = false } = {}): Promise<SpotNode> {
    const source = new ScriptedSource();
    const listed = catalogue
      .current()
      .marketTerms()
      .filter(({ symbol }) => symbol in prices)
      .map(terms);
    for (const { symbol, tick } of listed) source.set(symbol, Math.round((prices[symbol] as number) / Number(tick)));
    const frames: MarketFrame[] = [];
    const desks: DeskOptions[] = [];
    const nodeBus = bus();
    const waiting: (() => void)[] = [];
    const market = createMarket({
      database: plain ? (options.plain ?? database) : database,
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (context: object) => void errors.push(context),
      },
      nodes: nodeBus,
      recorder: createRecorder,
      engine: (recorded) => createEngine({ terms: listed, source, overallCap: 1e12, recorded: recorded.symbols }),
      desk(deskOptions) {
        desks.push(deskOptions);
        // A search is bounded by its tries alone: a busy machine is no reason to leave more out.
        return createDesk({ ...deskOptions, frameEvery: 0, monotonic: now });
      },
      pause(ms) {
        for (const tell of waiting.splice(0)) tell();
        return sleep(ms);
      },
      publish: (frame) => void frames.push(frame),
      clock: now,
    });
    const log = { error: (context: object) => void failures.push(context) };
    market.join([spotMarketClient(catalogue), leverageMarketClient({ catalogue, now, log })]);
    const submit = async (callId: string, command: unknown, userId: string, input: object, key: string) =>
      (await market.submit('spot', command, keyUseOf({ userId, key, callId, input }))) as WireSpotOrder;
    const made: SpotNode = {
      market,
      source,
      frames,
      desks,
      bus: nodeBus,
      async step(count = 1) {
        for (let index = 0; index < count; index++) {
          time += 200;
          await market.turn();
        }
      },
      async reload() {
        const opened = desks.length;
        while (desks.length === opened) await made.step().catch(() => undefined);
      },
      waits: () => new Promise((resolve) => waiting.push(resolve)),
      place(userId, input, key = randomUUID(), country?: string) {
        const read = spotContract['POST /coin/trade'].input.parse(input as Input);
        const command = {
          kind: 'place',
          userId,
          level: LEVEL,
          country: country ?? null,
          order: placementFromWire(read),
        };
        return submit('POST /coin/trade', command, userId, read, key);
      },
      cancel: (userId, id, key = randomUUID()) =>
        submit('PUT /coin/trade', { kind: 'cancel', userId, id }, userId, { id }, key),
      amend(userId, input, key = randomUUID()) {
        const read = spotContract['POST /coin/amend'].input.parse(input as never);
        const command = { kind: 'amend', userId, level: LEVEL, changes: amendmentFromWire(read) };
        return submit('POST /coin/amend', command, userId, read, key);
      },
      cancelAll: async (userId, symbol, key = randomUUID()) =>
        (await submit(
          'POST /coin/cancel_all',
          { kind: 'cancel_all', userId, symbol: symbol ?? null },
          userId,
          { symbol },
          key,
        )) as never,
      async lever<Result>(command: LeverageCommand, key: string = randomUUID()) {
        const { userId, kind, ...input } = command;
        const use = keyUseOf({ userId, key, callId: `leverage.${kind}`, input });
        return (await market.submit('leverage', command, use)) as Result;
      },
    };
    nodes.push(made);
    return made;
  }

  let people = 0;
  return {
    ...(await node()),
    database,
    failures,
    errors,
    now,
    advance: (ms) => {
      time += ms;
    },
    node,
    async users(count, funds) {
      const first = people + 1;
      people += count;
      const rows = await database.query<{ id: string }>(
        `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
         select lpad(n::text, 8, '0'), n || '@example.com', '', 'n' || n, 'c' || n, $3, $4
           from generate_series($1::int, $2::int) n returning id`,
        [first, people, LEVEL, new Date(START)],
      );
      const ids = rows.map(({ id }) => id);
      await grant(database, ids, funds);
      return ids;
    },
    async close() {
      for (const { market } of nodes) await market.stop();
      if (!options.database) await database.close();
    },
  };
}

/** Loaded where it is asked for: it takes the server of a test run. */
const testDatabase = async (): Promise<Database> => (await import('./test-database.ts')).createTestDatabase();

let grants = 0;

/** Gives each of these users money on an account. */
export async function grant(
  database: Database,
  userIds: readonly string[],
  funds: Readonly<Record<string, string>>,
  name: UserAccountName = 'change',
): Promise<void> {
  for (let from = 0; from < userIds.length; from += 1_000) {
    await database.transaction((tx) =>
      postJournals(
        tx,
        userIds.slice(from, from + 1_000).map((userId) => {
          grants++;
          return {
            ref: `test-grant:${grants}`,
            kind: 'reward' as const,
            at: START,
            entries: Object.entries(funds).flatMap(([currency, amount]) => [
              { account: houseAccount('grants'), currency, amount: `-${amount}` },
              { account: userAccount(userId, name), currency, amount },
            ]),
          };
        }),
      ),
    );
  }
}
