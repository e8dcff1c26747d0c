import type { Sql } from '../db/database.ts';
import { type Grid, idsIn, scaledPrice, scaledTick, symbolIds } from './grid.ts';
import { encodeHeads } from './heads.ts';
import { MARK_NEEDS, MarkWindow } from './mark.ts';
import type { RecordedState, RecordedStep, Recorder } from './recorder-types.ts';
import { encodeStep, type NumberedTick, stepsAfter, stepsSince } from './steps.ts';
import { firstLink, isHalted, linkOf, type Tick } from './tick-record.ts';

const MINUTE = 60_000;
/** ms between two states of the chains and the source that are stored; the steps between them are read again. */
const STATE_EVERY = 10_000;
/** More than the frames that the node before can have published after its last row: no number is used twice. */
export const UNRECORDED_FRAMES = 1_000;
/** Numbers after which a step is recorded although nothing has ticked. */
const RECORDED_EVERY = UNRECORDED_FRAMES / 2;

/** `id` is that under which the last tick was recorded. */
type Chain = {
  readonly number: number;
  readonly link: Uint8Array;
  readonly last: Tick;
  readonly id: number;
  /** Of the last tick. */
  readonly mark: number;
};

/** A chain in `market_state`. Former versions stored no mark. */
export type StoredChain = readonly [number: number, link: string, last: Tick, id: number, mark?: number];

/** The id under which a symbol that staff have halted is recorded in a grid. */
type GridId = Grid & { readonly id: number };

type Pending = {
  readonly step: RecordedStep;
  /** All of it, by symbol. */
  readonly ticks: ReadonlyMap<string, NumberedTick>;
  readonly halted: ReadonlyMap<string, GridId>;
  readonly state: boolean;
};

/**
 * Records the steps of the market, one row for each; a further row once a minute and once in ten seconds. The chains
 * follow what was committed.
 */
export function createRecorder(): Recorder {
  const ids = new Map<string, number>();
  const chains = new Map<string, Chain>();
  /** By id of the symbol: ticks of another size are not averaged. */
  const windows = new Map<number, MarkWindow>();
  /** Symbols of the last step that traded: one that trades again after a pause may have another id. */
  let ticked: ReadonlySet<string> = new Set();
  /** Those of the last step that staff had halted. */
  let halted: ReadonlyMap<string, GridId> = new Map();
  let sequence = 0;
  /** Of the last step with ticks that was committed; null before the first. */
  let at: number | null = null;
  let storedAt = Number.NEGATIVE_INFINITY;
  let pending: Pending | null = null;

  function marked(id: number, tick: Tick): number {
    let window = windows.get(id);
    if (!window) {
      window = new MarkWindow();
      windows.set(id, window);
    }
    return window.add(tick);
  }

  const grow = (symbol: string, tick: Tick, id: number): void => {
    const before = chains.get(symbol);
    const { number, link } = before ?? { number: 0, link: firstLink(symbol) };
    // While staff have halted it, it keeps its mark. In another grid it has none yet.
    const mark = !isHalted(tick) ? marked(id, tick) : before?.id === id ? before.mark : tick.index;
    chains.set(symbol, { number: number + 1, link: linkOf(link, number + 1, tick), last: tick, id, mark });
  };

  /** Ids of symbols that tick for the first time, or again after a pause. */
  async function idsOf(tx: Sql, symbols: readonly string[]): Promise<Map<string, number>> {
    if (symbols.length === 0) return new Map();
    const rows = await tx.query<{ id: number; symbol: string }>(
      'select id, symbol from market_symbol where symbol = any ($1)',
      [symbols],
    );
    const found = new Map(rows.map(({ id, symbol }) => [symbol, id]));
    const missing = symbols.filter((symbol) => !found.has(symbol));
    if (missing.length === 0) return found;
    // An insert that meets a row would use up an id.
    const added = await tx.query<{ id: number; symbol: string }>(
      'insert into market_symbol (symbol) select unnest($1::text[]) returning id, symbol',
      [missing],
    );
    for (const { id, symbol } of added) found.set(symbol, id);
    return found;
  }

  /** Ids of symbols that staff have halted, in what the market counts them in. */
  async function idsOfHalted(tx: Sql, some: NonNullable<RecordedStep['halted']>): Promise<Map<string, GridId>> {
    const found = new Map<string, GridId>();
    const missing = new Map<string, Grid>();
    for (const [symbol, { grid }] of some) {
      const known = halted.get(symbol);
      if (known?.tick === grid.tick && known.lot === grid.lot) found.set(symbol, known);
      else missing.set(symbol, grid);
    }
    if (missing.size === 0) return found;
    const read = await idsIn(tx, missing);
    for (const [symbol, grid] of missing) found.set(symbol, { ...grid, id: read.get(symbol) as number });
    return found;
  }

  async function storeState(tx: Sql, before: number, source: unknown): Promise<void> {
    const stored = Object.fromEntries(
      [...chains].map(([symbol, { number, link, last, id, mark }]): [string, StoredChain] => [
        symbol,
        [number, Buffer.from(link).toString('hex'), last, id, mark],
      ]),
    );
    await tx.query(
      `insert into market_state (sequence, at, chains, source) values ($1, $2, $3, $4)
       on conflict (one) do update
          set sequence = excluded.sequence, at = excluded.at, chains = excluded.chains, source = excluded.source`,
      [sequence, new Date(before), JSON.stringify(stored), source === undefined ? null : JSON.stringify(source)],
    );
  }

  /** The chains as they stand are those at the end of the minute of the last step: the next one is of a later minute. */
  async function storeHeads(tx: Sql, before: number): Promise<void> {
    const heads = [...chains].map(([symbol, { number, link }]) => ({ id: ids.get(symbol) as number, number, link }));
    await tx.query('insert into market_head (at, sequence, heads) values ($1, $2, $3)', [
      new Date((Math.floor(before / MINUTE) + 1) * MINUTE),
      sequence,
      encodeHeads(heads),
    ]);
  }

  return {
    async load(sql): Promise<RecordedState> {
      const symbols = await sql.query<{ id: number; symbol: string; inventory: string; start: string | null }>(
        'select id, symbol, inventory, start from market_symbol',
      );
      const [state] = await sql.query<{
        sequence: string;
        at: number;
        chains: Readonly<Record<string, StoredChain>>;
        source: unknown;
      }>('select sequence, at, chains, source from market_state');
      const idsOfAll = await symbolIds(sql);
      ids.clear();
      chains.clear();
      windows.clear();
      for (const { id, symbol } of symbols) ids.set(symbol, id);
      for (const [symbol, [number, link, last, id, mark = last.index]] of Object.entries(state?.chains ?? {})) {
        chains.set(symbol, { number, link: Buffer.from(link, 'hex'), last, id, mark });
      }
      sequence = Number(state?.sequence ?? 0);
      at = state?.at ?? null;
      for (const { ticks } of at === null ? [] : await stepsSince(sql, at - MARK_NEEDS, sequence)) {
        for (const { id, tick } of ticks) if (!isHalted(tick)) marked(id, tick);
      }
      storedAt = at ?? Number.NEGATIVE_INFINITY;
      for (const step of await stepsAfter(sql, sequence)) {
        for (const { id, number, tick } of step.ticks) {
          const symbol = idsOfAll.get(id)?.symbol ?? '';
          if (number !== (chains.get(symbol)?.number ?? 0) + 1) {
            throw new Error(`tick ${number} of ${symbol || id} does not follow in the record`);
          }
          grow(symbol, tick, id);
        }
        sequence = step.sequence;
        if (step.ticks.length > 0) at = step.at;
      }
      return {
        sequence: sequence === 0 ? 0 : sequence + UNRECORDED_FRAMES,
        at,
        source: state?.source ?? undefined,
        symbols: Object.fromEntries(
          symbols.map(({ symbol, inventory, start }) => {
            const chain = chains.get(symbol);
            const { number, link } = chain ?? { number: 0, link: firstLink(symbol) };
            const former = chain && idsOfAll.get(chain.id)?.former;
            const last = chain ? (former ? scaledTick(chain.last, former) : chain.last) : null;
            const mark = chain ? (former ? scaledPrice(chain.mark, former) : chain.mark) : null;
            const basis = (chain && !former && windows.get(chain.id)?.state()) || [];
            const known = start === null ? null : Number(start);
            return [symbol, { number, link, last, mark, basis, inventory: Number(inventory), start: known }];
          }),
        ),
      };
    },

    async record(tx, step) {
      const isEmpty = step.ticks.size === 0 && (step.halted?.size ?? 0) === 0;
      if (isEmpty && step.sequence - sequence < RECORDED_EVERY) return;
      const fresh = await idsOf(
        tx,
        [...step.ticks.keys()].filter((symbol) => !ids.has(symbol) || !ticked.has(symbol)),
      );
      // Ends of minutes and states are those of ticks.
      if (!isEmpty && at !== null && Math.floor(step.at / MINUTE) > Math.floor(at / MINUTE)) await storeHeads(tx, at);
      const state = !isEmpty && at !== null && step.at - storedAt >= STATE_EVERY;
      if (state) await storeState(tx, at as number, step.source);
      const haltedIds = await idsOfHalted(tx, step.halted ?? new Map());
      const numbered = (symbol: string, id: number, tick: Tick) =>
        [symbol, { id, number: (chains.get(symbol)?.number ?? 0) + 1, tick }] as const;
      const ticks = new Map([
        ...[...step.ticks].map(([symbol, tick]) =>
          numbered(symbol, fresh.get(symbol) ?? (ids.get(symbol) as number), tick),
        ),
        ...[...(step.halted ?? [])].map(([symbol, { tick }]) =>
          numbered(symbol, (haltedIds.get(symbol) as GridId).id, tick),
        ),
      ]);
      await tx.query('insert into market_step (sequence, at, ticks) values ($1, $2, $3)', [
        step.sequence,
        new Date(step.at),
        encodeStep(step.at, [...ticks.values()]),
      ]);
      pending = { step, ticks, halted: haltedIds, state };
    },

    committed() {
      if (!pending) return;
      const { step, ticks, state } = pending;
      halted = pending.halted;
      pending = null;
      for (const [symbol, { id, tick }] of ticks) {
        ids.set(symbol, id);
        grow(symbol, tick, id);
      }
      ticked = new Set(step.ticks.keys());
      sequence = step.sequence;
      if (ticks.size === 0) return;
      if (state || !Number.isFinite(storedAt)) storedAt = step.at;
      at = step.at;
    },

    discarded() {
      pending = null;
    },
  };
}
