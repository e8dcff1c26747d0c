import type { Output } from '@tessera/api/contract';
import { fiatCodes } from '@tessera/api/rules';
import { mul } from '@tessera/money';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { BadRates, builtInRates, type RateTable, readRates } from './rate-table.ts';

const HOUR = 3_600_000;
export const FETCH_EVERY = 24 * HOUR;
/** Interval in ms for checking whether the table is due, and retry delay after a failure. */
const LOOK_EVERY = HOUR / 6;
/** A table counts as live until its successor is late by this much, ms. */
const GRACE = HOUR;
const ANSWERS_WITHIN = 10_000;
/** Maximum characters of a response; all currencies fit in a few thousand. */
const LONGEST_ANSWER = 262_144;

type Stored = { readonly rates: RateTable; readonly at: number };

async function lastGoodRates(sql: Sql): Promise<Stored | null> {
  const [row] = await sql.query<{ rates: RateTable; at: number }>(`select rates, fetched_at as at from fiat_rates`);
  return row ?? null;
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(ANSWERS_WITHIN),
    headers: { accept: 'application/json' },
    // A source that is taken over must not direct the backend to addresses of its own network.
    redirect: 'error',
  });
  if (!response.ok) throw new BadRates(`HTTP ${response.status}`);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > LONGEST_ANSWER) throw new BadRates('too long');
  }
  return text;
}

/** Fetches the table and keeps it. Rejects, and changes nothing, where the source fails or returns no sound table. */
export async function refreshRates(database: Database, url: string, now: () => number): Promise<void> {
  const lastGood = (await lastGoodRates(database))?.rates ?? builtInRates.rates;
  const rates = readRates(await download(url), lastGood);
  await database.query(
    `insert into fiat_rates (rates, fetched_at) values ($1, $2)
     on conflict (one) do update set rates = excluded.rates, fetched_at = excluded.fetched_at`,
    [JSON.stringify(rates), new Date(now())],
  );
}

/** ms until the table has to be fetched again; 0 when it is due. */
export async function dueIn(sql: Sql, now: number): Promise<number> {
  const stored = await lastGoodRates(sql);
  return stored ? Math.max(0, Math.min(FETCH_EVERY, stored.at + FETCH_EVERY - now)) : 0;
}

/** Fetches the table when it is due; a source that fails leaves the last good one. */
export const ratesJob = ({
  database,
  now,
  url,
}: {
  readonly database: Database;
  readonly now: () => number;
  readonly url: string;
}): RecurringJob => ({
  name: 'fiat-rates',
  every: LOOK_EVERY,
  exclusive: true,
  whole: 'one table of rates',
  async run() {
    if ((await dueIn(database, now())) === 0) await refreshRates(database, url, now);
  },
});

export async function currentRates(
  sql: Sql,
  { live, now }: { readonly live: boolean; readonly now: number },
): Promise<Output<'GET /fiat/rates'>> {
  const stored = await lastGoodRates(sql);
  const { at, rates } = stored ?? builtInRates;
  const fresh = live && now - at < FETCH_EVERY + GRACE;
  return {
    base: 'USD',
    at,
    source: stored === null ? 'built_in' : fresh ? 'live' : 'kept',
    rates: fiatCodes.map((currency_code) => ({ currency_code, rate: rates[currency_code] })),
  };
}

/** The last good table by currency code, and its time in Unix ms. */
export async function fiatTable(
  sql: Sql,
): Promise<{ readonly at: number; readonly rates: ReadonlyMap<string, string> }> {
  const { at, rates } = (await lastGoodRates(sql)) ?? builtInRates;
  return { at, rates: new Map(Object.entries(rates)) };
}

/** Rates by currency code, as valuations take them. */
export const fiatRateMap = async (sql: Sql): Promise<ReadonlyMap<string, string>> => (await fiatTable(sql)).rates;

const DAY = 86_400_000;
const AGE_SCALE = 6;

/**
 * The share by which a price of the table is made worse for its age in ms: a day of it costs `daily`. Who sees the market of
 * now deals at the table of before only where it has moved in their favour.
 */
export const agedSpread = (daily: string, age: number): string =>
  mul(daily, (Math.max(0, age) / DAY).toFixed(AGE_SCALE));
