import type { Output } from '@tessera/api/contract';
import type { Catalogue, CatalogueSnapshot, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { calmMove } from '../../platform/market/price-process.ts';
import { INDEX_PARTS } from '../../platform/market/tick-record.ts';
import { indexPrices, symbolIdOf } from '../../platform/market/tick-store.ts';
import { isCalm, LEAST_MOVES, type Movement, movementOf, movesIn } from './movement.ts';
import { optionInstruments } from './option-instruments.ts';
import { openTerms } from './terms.ts';

/*
 * Which terms are sold on which instruments: those within which the index moves enough, and whose results can be chance.
 * What pauses a term reaches no option that is open.
 */

const MINUTE = 60_000;
/** ms after which all steps of a time are recorded. */
const RECORDED_WITHIN = 5_000;
/** Minutes over which movement is averaged. */
const AVERAGED = 15;
/** Minutes of a live index before its options are sold. A simulated one moves as its process does. */
const LEAST_MINUTES = 5;

type StoredMovement = Movement & { readonly symbol: string; readonly symbol_id: number; readonly minutes: number };
type Pause = {
  readonly symbol: string;
  readonly seconds: number;
  readonly kind: 'calm' | 'wins';
  readonly since: number;
  readonly moves: number | null;
  readonly evidence: number | null;
};

const movements = (sql: Sql): Promise<StoredMovement[]> =>
  sql.query<StoredMovement>('select symbol, symbol_id, variance, step, minutes from option_movement');
const pauses = (sql: Sql): Promise<Pause[]> =>
  sql.query<Pause>('select symbol, seconds, kind, since, moves, evidence from option_pause order by symbol, seconds');

export type OfferParts = { readonly catalogue: CatalogueSnapshot; readonly feed: Pick<Feed, 'source'> };

/** The terms that are not sold for now, and why. */
export async function pausedOffers(
  sql: Sql,
  { catalogue, feed }: OfferParts,
): Promise<Output<'GET /staff/options'>['paused']> {
  const stored = (await pauses(sql)).map(({ kind, ...pause }) => ({ ...pause, reason: kind }));
  if (feed.source === 'simulated') return stored;
  const measured = new Set(
    (await movements(sql)).flatMap(({ symbol, minutes }) => (minutes >= LEAST_MINUTES ? [symbol] : [])),
  );
  const terms = await openTerms(sql);
  const unmeasured = optionInstruments(catalogue).filter(({ symbol }) => !measured.has(symbol));
  return [
    ...stored,
    ...unmeasured.flatMap(({ symbol }) =>
      terms.map(({ seconds }) => ({
        ...{ symbol, seconds, reason: 'unmeasured' as const },
        ...{ since: null, moves: null, evidence: null },
      })),
    ),
  ];
}

/** Throws `option_paused` where a term is not sold on an instrument for now. */
export async function requireOffered(
  sql: Sql,
  feed: Pick<Feed, 'source'>,
  symbol: string,
  seconds: number,
): Promise<void> {
  const [row] = await sql.query<{ paused: boolean; minutes: number }>(
    `select exists (select from option_pause where symbol = $1 and seconds = $2) as paused,
            coalesce((select minutes from option_movement where symbol = $1), 0) as minutes`,
    [symbol, seconds],
  );
  const unmeasured = feed.source === 'live' && (row?.minutes ?? 0) < LEAST_MINUTES;
  if (row?.paused || unmeasured) throw new DomainError('option_paused', { field: 'seconds' });
}

/**
 * Price steps that an instrument moves within a term in a calm hour. A live index that was never measured is sold once it
 * is, and a simulated one moves as its process does.
 */
function movesWithin(
  { simulation, tick }: Pick<Instrument, 'simulation' | 'tick'>,
  seconds: number,
  { source }: Pick<Feed, 'source'>,
  measured: Movement | undefined,
): number {
  if (source === 'simulated')
    return (calmMove(simulation.parts, seconds) * simulation.start * INDEX_PARTS) / Number(tick);
  return measured ? movesIn(measured, seconds) : LEAST_MOVES;
}

/** Pauses a term that opens on the instruments that move too little within it, before the first option of it is sold. */
export async function pauseWhereCalm(
  tx: Transaction,
  seconds: number,
  at: number,
  { catalogue, feed }: OfferParts,
): Promise<void> {
  const known = await movements(tx);
  for (const instrument of optionInstruments(catalogue)) {
    const { symbol } = instrument;
    const id = await symbolIdOf(tx, symbol);
    const measured = known.find((each) => each.symbol === symbol && each.symbol_id === id);
    await setCalm(tx, { symbol, seconds }, movesWithin(instrument, seconds, feed, measured), at);
  }
}

/** Rejects an instrument on which an option that is offered would be on too few price steps, with both figures. */
export async function refuseCalm(tx: Transaction, instrument: Instrument, feed: Pick<Feed, 'source'>): Promise<void> {
  if (!instrument.trades.includes('micro')) return;
  const { symbol } = instrument;
  const id = await symbolIdOf(tx, symbol);
  const measured = (await movements(tx)).find((each) => each.symbol === symbol && each.symbol_id === id);
  for (const { seconds } of await openTerms(tx)) {
    const moves = movesWithin(instrument, seconds, feed, measured);
    if (moves < LEAST_MOVES) {
      const params = { seconds, moves: moves.toFixed(1), least: LEAST_MOVES };
      throw new DomainError('option_calm', { field: 'trades', params });
    }
  }
}

/** What was measured before and in this minute; the first minutes count as much as there are of them. */
function averaged(before: StoredMovement | undefined, id: number, now: Movement): Omit<StoredMovement, 'symbol'> {
  if (!before || before.symbol_id !== id) return { ...now, symbol_id: id, minutes: 1 };
  const share = 1 / Math.min(before.minutes + 1, AVERAGED);
  const mean = (one: number, other: number) => one + (other - one) * share;
  return {
    variance: mean(before.variance, now.variance),
    step: mean(before.step, now.step),
    symbol_id: id,
    minutes: before.minutes + 1,
  };
}

async function storeMovement(tx: Transaction, movement: StoredMovement, at: number): Promise<void> {
  const { symbol, symbol_id, variance, step, minutes } = movement;
  await tx.query(
    `insert into option_movement (symbol, symbol_id, at, variance, step, minutes) values ($1, $2, $3, $4, $5, $6)
     on conflict (symbol) do update
        set symbol_id = excluded.symbol_id, at = excluded.at, variance = excluded.variance, step = excluded.step,
            minutes = excluded.minutes`,
    [symbol, symbol_id, new Date(at), variance, step, minutes],
  );
}

/** Pauses a term, or sells it again. */
async function setCalm(
  tx: Transaction,
  { symbol, seconds }: Pick<Pause, 'symbol' | 'seconds'>,
  moves: number,
  at: number,
) {
  const [row] = await tx.query(`select from option_pause where symbol = $1 and seconds = $2 and kind = 'calm'`, [
    symbol,
    seconds,
  ]);
  if (!isCalm(moves, row !== undefined)) {
    await tx.query(`delete from option_pause where symbol = $1 and seconds = $2 and kind = 'calm'`, [symbol, seconds]);
    return;
  }
  await tx.query(
    `insert into option_pause (symbol, seconds, kind, since, moves) values ($1, $2, 'calm', $3, $4)
     on conflict (symbol, seconds, kind) do update set moves = excluded.moves`,
    [symbol, seconds, new Date(at), moves],
  );
}

export type OffersParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  /** Unix ms. */
  readonly now: () => number;
};

/** Measures each minute how much the indexes move, and pauses the terms within which they move too little. */
export const offersJob = ({ database, catalogue, now }: OffersParts): RecurringJob => ({
  name: 'options-offers',
  every: MINUTE,
  exclusive: true,
  whole: 'instruments, by prices of the market',
  async run({ fence }) {
    const until = now() - RECORDED_WITHIN;
    const symbols = optionInstruments(catalogue.current()).map(({ symbol }) => symbol);
    const prices = await indexPrices(database, symbols, until - MINUTE, until);
    const known = new Map((await movements(database)).map((movement) => [movement.symbol, movement]));
    const terms = await openTerms(database);
    await database.transaction(async (tx) => {
      await fence(tx);
      for (const [symbol, some] of prices) {
        const id = some.at(-1)?.id;
        const own = some.filter((price) => price.id === id);
        const minute = movementOf(own);
        if (minute === null || id === undefined) continue;
        const movement = { symbol, ...averaged(known.get(symbol), id, minute) };
        await storeMovement(tx, movement, until);
        for (const { seconds } of terms) await setCalm(tx, { symbol, seconds }, movesIn(movement, seconds), until);
      }
    });
  },
});
