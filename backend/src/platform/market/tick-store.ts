import { type DecimalString, mul } from '@tessera/money';
import type { Sql } from '../db/database.ts';
import { symbolIds } from './grid.ts';
import { decodeHeads } from './heads.ts';
import { publicKeyOf } from './signing-key.ts';
import { decodeStep, stepsAfter } from './steps.ts';
import {
  decodeTicks,
  firstLink,
  type Head,
  isHalted,
  isSignedBy,
  leadsTo,
  type SignedHeads,
  type Tick,
} from './tick-record.ts';

const MINUTE = 60_000;

type Grid = { readonly tick: string; readonly lot: string };

/** Consecutive ticks of a symbol, of which the first has this number. */
export type TickSpan = {
  readonly number: number;
  readonly ticks: readonly Tick[];
  /** In which the last one is counted, where the instrument has other ones now. */
  readonly former: Grid | null;
  /** Where staff changed them within the span: up to which number, inclusive, ticks are counted in other ones; in order. */
  readonly earlier: readonly (Grid & { readonly until: number })[];
};

/** ms that blocks are kept at least: a partition is dropped when its whole day is older than a week. */
const KEPT_FOR = 7 * 86_400_000;

const NONE: TickSpan = { number: 1, ticks: [], former: null, earlier: [] };

/** Blocks of these symbols and minutes: of the last week, and those that settled something. */
const BLOCKS = `
  select symbol_id as id, number, ticks from market_block
   where symbol_id = any ($1) and minute >= $2 and minute < $3
   union
  select symbol_id, number, ticks from market_kept
   where symbol_id = any ($1) and minute >= $2 and minute < $3
   order by number`;

/** A block that is damaged has no ticks: those that are missing are found by verifiers of the record. */
function readable(block: Uint8Array): Tick[] {
  try {
    return decodeTicks(block);
  } catch {
    return [];
  }
}

/**
 * The ticks of a symbol in `[from, to)`, Unix ms, oldest first: from the blocks of minutes, which are kept for a week, and
 * from the steps after the last block.
 */
export async function ticksOf(sql: Sql, symbol: string, from: number, to: number): Promise<TickSpan> {
  const known = new Map([...(await symbolIds(sql))].filter(([, each]) => each.symbol === symbol));
  if (known.size === 0) return NONE;
  // Read before the blocks: a minute that is stored in between is found twice, and counted once.
  const [stored] = await sql.query<{ sequence: string; at: number }>(
    'select sequence, at from market_head where signature is not null order by at desc limit 1',
  );
  const blocks = await sql.query<{ id: number; number: string; ticks: Buffer }>(BLOCKS, [
    [...known.keys()],
    new Date(Math.floor(from / MINUTE) * MINUTE),
    new Date(to),
  ]);
  const all = blocks.flatMap(({ id, number, ticks }) =>
    readable(ticks).map((tick, index) => ({ id, number: Number(number) + index, tick })),
  );
  const after = all.at(-1)?.number ?? 0;
  const later = stored && stored.at >= to ? [] : await stepsAfter(sql, Number(stored?.sequence ?? 0));
  for (const { ticks } of later) {
    const own = ticks.find(({ id }) => known.has(id));
    if (own && own.number > after) all.push(own);
  }
  const found = all.filter(({ tick }) => tick.at >= from && tick.at < to);
  const last = found.at(-1);
  return {
    number: found[0]?.number ?? 1,
    ticks: found.map(({ tick }) => tick),
    former: (last && known.get(last.id)?.former) ?? null,
    earlier: found.flatMap(({ id, number }, place) => {
      const next = found[place + 1];
      const grid = next && next.id !== id ? known.get(id)?.former : null;
      return grid ? [{ until: number, tick: grid.tick, lot: grid.lot }] : [];
    }),
  };
}

/** A recorded index price. */
export type IndexPrice = {
  /** Of the symbol in this tick and lot: another tick of the instrument is another id. */
  readonly id: number;
  /** In the chain of the symbol. */
  readonly number: number;
  /** Unix ms. */
  readonly at: number;
  /** Whole ticks: of `tick`, or of the instrument's tick of now where that is null. */
  readonly index: number;
  readonly tick: string | null;
  /** Of `Tick`: thousandths of a tick beyond `index`. */
  readonly fraction: number | undefined;
  /** Whether staff had halted the symbol. */
  readonly halted: boolean;
};

/**
 * The index prices of some symbols in `[from, to]`, Unix ms, oldest first: of steps where these go back far enough, else
 * of blocks, which are kept for a week, and of the steps after them.
 */
export async function indexPrices(
  sql: Sql,
  symbols: readonly string[],
  from: number,
  to: number,
): Promise<ReadonlyMap<string, readonly IndexPrice[]>> {
  const wanted = new Set(symbols);
  const ids = new Map([...(await symbolIds(sql))].filter(([, { symbol }]) => wanted.has(symbol)));
  const found = new Map<string, IndexPrice[]>(symbols.map((symbol) => [symbol, []]));
  const add = (id: number, number: number, tick: Tick): void => {
    const { at, index, fraction } = tick;
    const of = ids.get(id);
    if (!of || at < from || at > to) return;
    const known = found.get(of.symbol) as IndexPrice[];
    // A minute that is stored in between is found twice.
    if (number <= (known.at(-1)?.number ?? 0)) return;
    known.push({ id, number, at, index, tick: of.former?.tick ?? null, fraction, halted: isHalted(tick) });
  };
  const [oldest] = await sql.query<{ at: number }>('select at from market_step order by sequence limit 1');
  if (!oldest || oldest.at > from) {
    const blocks = await sql.query<{ id: number; number: string; ticks: Buffer }>(BLOCKS, [
      [...ids.keys()],
      new Date(Math.floor(from / MINUTE) * MINUTE),
      new Date(to + 1),
    ]);
    for (const { id, number, ticks } of blocks) {
      decodeTicks(ticks).forEach((tick, place) => {
        add(id, Number(number) + place, tick);
      });
    }
  }
  const steps = await sql.query<{ at: number; ticks: Buffer }>(
    'select at, ticks from market_step where at >= $1 and at <= $2 order by sequence',
    [new Date(from), new Date(to)],
  );
  for (const { at, ticks } of steps) for (const { id, number, tick } of decodeStep(at, ticks)) add(id, number, tick);
  return found;
}

/** A recorded index as a price in the quote currency; `tickNow` is the instrument's tick of now. */
export const recordedPrice = ({ index, tick }: Pick<IndexPrice, 'index' | 'tick'>, tickNow: string): DecimalString =>
  mul(String(index), tick ?? tickNow);

/** The id under which a symbol is recorded now; null before its first tick. */
export async function symbolIdOf(sql: Sql, symbol: string): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>('select id from market_symbol where symbol = $1', [symbol]);
  return row?.id ?? null;
}

/** When the last recorded step was, Unix ms: no later step is older. Null before the first. */
export async function lastStepAt(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number }>('select at from market_step order by sequence desc limit 1');
  return row?.at ?? null;
}

/** A time of a symbol, `[from, to]` in Unix ms, whose ticks settled something. */
export type SettlingSpan = { readonly symbol: string; readonly from: number; readonly to: number };

/** Keeps for ever what `signedSpan` returns of these times, which must be signed: the blocks from one head to another. */
export async function keepTicks(tx: Sql, spans: readonly SettlingSpan[]): Promise<void> {
  await tx.query(
    `insert into market_kept (symbol_id, minute, number, ticks)
     select distinct b.symbol_id, b.minute, b.number, b.ticks
       from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as span (symbol, since, until)
       join (select id, symbol from market_former union all select id, symbol from market_symbol) s
         on s.symbol = span.symbol
       join market_block b on b.symbol_id = s.id
        and b.minute >= coalesce((select max(at) from market_head where at <= span.since and signature is not null),
                                 '-infinity')
        and b.minute < (select min(at) from market_head where at > span.until and signature is not null)
     on conflict do nothing`,
    [spans.map(({ symbol }) => symbol), spans.map(({ from }) => new Date(from)), spans.map(({ to }) => new Date(to))],
  );
}

/** Signed heads with the public key of their signature. */
export type KeyedHeads = SignedHeads & { readonly key: Buffer };

/** Signed heads whose minute ended in `[from, to]`, Unix ms, oldest first; at most the last `limit` of them. */
export async function signedHeads(sql: Sql, from: number, to: number, limit: number): Promise<KeyedHeads[]> {
  const rows = await sql.query<{ at: number; heads: Buffer; key: Buffer; signature: Buffer }>(
    `select at, heads, key, signature from market_head
      where at >= $1 and at <= $2 and signature is not null order by at desc limit $3`,
    [new Date(from), new Date(to), limit],
  );
  const names = await symbolIds(sql);
  return rows.reverse().map(({ at, heads, key, signature }) => ({
    at,
    heads: Object.fromEntries(
      decodeHeads(heads).map(({ id, number, link }) => [
        names.get(id)?.symbol ?? String(id),
        [number, Buffer.from(link).toString('hex')] as const,
      ]),
    ),
    key,
    signature: signature.toString('base64url'),
  }));
}

/** Where the chain of a symbol stood at these heads; its start where it had no tick yet. */
export function headOf(heads: SignedHeads | undefined, symbol: string): Head {
  const head = heads?.heads[symbol];
  return head
    ? { symbol, number: head[0], link: Buffer.from(head[1], 'hex') }
    : { symbol, number: 0, link: firstLink(symbol) };
}

/** The first minute of `[from, to]` whose record is not what was signed; null where all of it is. */
export async function firstFault(
  sql: Sql,
  symbol: string,
  from: number,
  to: number,
): Promise<{ readonly at: number; readonly fault: 'signature' | 'ticks' } | null> {
  const heads = await signedHeads(sql, from, to, Number.MAX_SAFE_INTEGER);
  const [first] = heads;
  if (!first) return null;
  const [before] = await signedHeads(sql, 0, first.at - 1, 1);
  let known = before;
  for (const head of heads) {
    if (!isSignedBy(head, publicKeyOf(head.key))) return { at: head.at, fault: 'signature' };
    const { ticks } = await ticksOf(sql, symbol, known?.at ?? 0, head.at);
    if (!leadsTo(headOf(known, symbol), ticks, headOf(head, symbol))) return { at: head.at, fault: 'ticks' };
    known = head;
  }
  return null;
}

/** A signed head of one symbol; `at` is null at the start of its chain. */
export type MomentHead = Head & { readonly at: number | null };

const momentOf = (heads: KeyedHeads | undefined, symbol: string): MomentHead => ({
  ...headOf(heads, symbol),
  at: heads?.at ?? null,
});

/** The ticks between two signed heads that enclose a time, as far as it is signed. */
export type SignedSpan = {
  readonly start: MomentHead;
  readonly end: MomentHead;
  /** Null where they are not kept any more. */
  readonly ticks: readonly Tick[] | null;
  readonly former: TickSpan['former'];
  readonly earlier: TickSpan['earlier'];
};

export async function signedSpan(sql: Sql, symbol: string, from: number, to: number): Promise<SignedSpan> {
  const [before] = await signedHeads(sql, 0, from, 1);
  const [row] = await sql.query<{ at: number | null }>(
    `select coalesce(min(at) filter (where at >= $1), max(at)) as at
       from market_head where signature is not null and at >= $2`,
    [new Date(to), new Date(from)],
  );
  const [after] = row?.at ? await signedHeads(sql, row.at, row.at, 1) : [];
  const start = momentOf(before, symbol);
  if (!after) return { start, end: start, ticks: [], former: null, earlier: [] };
  const end = momentOf(after, symbol);
  const { number, ticks, former, earlier } = await ticksOf(sql, symbol, before?.at ?? 0, after.at);
  const whole = ticks.length === end.number - start.number && (ticks.length === 0 || number === start.number + 1);
  // What should still be kept and is not whole was tampered with: readers find out by what there is.
  const [newest] = whole ? [] : await signedHeads(sql, 0, Number.MAX_SAFE_INTEGER / 2, 1);
  const kept = newest !== undefined && (before?.at ?? after.at) > newest.at - KEPT_FOR;
  return { start, end, ticks: whole || kept ? ticks : null, former, earlier };
}
