import { COLLATERALS, LOAN_CURRENCY } from '@tessera/api/loans/rules';
import { seededCatalogue } from '../../src/domains/instruments/index.ts';
import type { Sql } from '../../src/platform/db/database.ts';
import type { ADVERSARIES, Effort } from './cell.ts';

/*
 * What has to be played: every instrument of the catalogue with every term of the database against every strategy. It is read
 * here a second time, without the plays, so that a play that leaves one out is found. What no table holds is a list here:
 * strategies, the sizes of copies, bids on a work.
 */

/** All of these instruments with all of these terms against all of these strategies. */
export type Grid = {
  readonly product: string;
  readonly adversary: (typeof ADVERSARIES)[number];
  readonly instruments: readonly string[];
  readonly terms: readonly string[];
  readonly strategies: readonly string[];
};

const PREDICTORS = ['follows the trend', 'fades the trend', 'trades against the lean'];
const RINGS = [
  'one account pushes the quotes, another fades them',
  'one account sweeps, another rests beyond and sells back',
];
const FRIENDS = ['sells to a friend between the quotes and buys back'];
const LEADERS = ['takes what the venue has left behind', 'takes it up to a limit', 'rests and cancels in time'];

const { instruments, currencies } = seededCatalogue;
const tradedAs = (trades: 'spot' | 'lever' | 'micro'): readonly string[] =>
  instruments.filter((each) => each.trades.includes(trades)).map(({ symbol }) => symbol);

function books(product: 'spot' | 'leverage', symbols: readonly string[], leads: readonly string[]): Grid[] {
  const of = { product, instruments: symbols, terms: ['10 s'] };
  return [
    { ...of, adversary: 'predictor', strategies: PREDICTORS },
    { ...of, adversary: 'ring', strategies: RINGS },
    { ...of, adversary: 'friend', strategies: FRIENDS },
    { ...of, adversary: 'leader', terms: leads, strategies: LEADERS },
  ];
}

const liquidations = (): Grid[] =>
  instruments
    .filter(({ trades }) => trades.includes('lever'))
    .map(({ symbol, multiples }) => ({
      product: 'leverage',
      adversary: 'ring',
      instruments: [symbol],
      terms: multiples.filter((multiple) => multiple > 1).map((multiple) => `${multiple}×`),
      strategies: ['ring of two'],
    }));

const fundings = (): Grid => ({
  product: 'leverage',
  adversary: 'friend',
  instruments: tradedAs('lever').filter((symbol) => symbol.endsWith('-PERP')),
  terms: ['8 h'],
  strategies: ['is short while a friend lifts the premium'],
});

const copies = (): Grid => ({
  product: 'copytrading',
  adversary: 'friend',
  instruments: tradedAs('lever'),
  terms: ['1 depths', '5 depths'],
  strategies: ['trader with two friends', 'friends at the liquidation of copies'],
});

/** Coins with a market against USDT. */
const coins = currencies.flatMap(({ code, kind }) => (kind === 'crypto' && code !== 'USDT' ? [`${code}/USDT`] : []));

/** Fiat currencies that are converted by a market: the yuan by that outside of China. */
const forex = instruments.flatMap(({ symbol, category, base, quote }) => {
  const other = base === 'USD' ? quote : quote === 'USD' ? base : null;
  const code = other === 'CNH' ? 'CNY' : other;
  return category === 'forex' && currencies.some((currency) => currency.code === code) ? [symbol] : [];
});

/** Fiat currencies that are dealt at a daily table. */
const tabled = currencies.flatMap(({ code, kind }) => {
  const market = code === 'CNY' ? 'CNH' : code;
  const isListed = instruments.some(({ symbol }) => symbol === `${market}/USD` || symbol === `USD/${market}`);
  return kind === 'fiat' && code !== 'USD' && !isListed ? [code] : [];
});

function conversions(leads: readonly string[]): Grid[] {
  const of = { product: 'convert', instruments: [...coins, ...forex] };
  const trends = ['uses a quote that the trend favours', 'uses a quote that the trend disfavours'];
  return [
    { ...of, adversary: 'predictor', terms: ['10 s'], strategies: trends },
    {
      ...of,
      adversary: 'predictor',
      instruments: tabled,
      terms: ['48 h'],
      strategies: ['converts at the table of before'],
    },
    { ...of, adversary: 'ring', terms: ['10 s'], strategies: ['around a circle'] },
    { ...of, adversary: 'leader', terms: leads, strategies: ['uses a quote that the venue has left behind'] },
  ];
}

function sales(leads: readonly string[]): Grid[] {
  const of = { product: 'launchpad', instruments: coins };
  return [
    { ...of, adversary: 'predictor', terms: ['at once'], strategies: ['pays in a coin'] },
    { ...of, adversary: 'predictor', instruments: ['USDT'], terms: ['at once'], strategies: ['pays in USDT'] },
    { ...of, adversary: 'ring', terms: ['2 d'], strategies: ['dilutes what was paid in a coin'] },
    { ...of, adversary: 'leader', terms: leads, strategies: ['pays in what has fallen'] },
  ];
}

function loans(leads: readonly string[]): Grid[] {
  const secured = COLLATERALS.filter((code) => code !== LOAN_CURRENCY).map((code) => `${code}/${LOAN_CURRENCY}`);
  const of = { product: 'loans', instruments: secured };
  return [
    { ...of, adversary: 'predictor', terms: ['1 day'], strategies: ['walks away at a gap'] },
    { ...of, adversary: 'leader', terms: leads, strategies: ['borrows on what has fallen'] },
  ];
}

function works(): Grid[] {
  const bids = { product: 'nft', instruments: ['auction'], terms: ['1.1×', '2×', '5×', '10×'] };
  const rank = { product: 'nft', adversary: 'ring', instruments: ['ranking'] } as const;
  return [
    { ...bids, adversary: 'friend', strategies: ['a friend shields the bid'] },
    { ...bids, adversary: 'ring', strategies: ['the seller bids'] },
    { ...rank, terms: ['2 accounts', '10 accounts'], strategies: ['trades back and forth'] },
    { ...rank, terms: ['1 account'], strategies: ['counts for more than one buyer'] },
  ];
}

async function options(sql: Sql, seen: readonly string[]): Promise<Grid[]> {
  const rows = await sql.query<{ seconds: number }>('select seconds from option_term');
  const of = { product: 'options', instruments: tradedAs('micro'), terms: rows.map(({ seconds }) => `${seconds} s`) };
  const players = [
    'reads the centre of the ladder',
    'bets that an index which has crossed goes back',
    'follows the trend of ten seconds',
    'bets against the trend of ten seconds',
  ];
  return [
    { ...of, adversary: 'predictor', strategies: players },
    { ...of, adversary: 'ring', strategies: ['both sides'] },
    { ...of, adversary: 'leader', strategies: seen },
  ];
}

async function quiz(sql: Sql, seen: readonly string[]): Promise<Grid[]> {
  const rows = await sql.query<{ symbol: string; kind: string }>('select symbol, kind from quiz_series');
  return rows.flatMap(({ symbol, kind }): Grid[] => {
    const of = { product: 'quiz', instruments: [symbol], terms: [kind] };
    return [
      { ...of, adversary: 'predictor', strategies: ['follows the trend', 'fades the trend'] },
      { ...of, adversary: 'ring', strategies: ['alone on all outcomes', 'on all outcomes among others'] },
      // What decides a daily round is a day away from its close.
      ...(kind === 'realtime' ? [{ ...of, adversary: 'leader' as const, strategies: seen }] : []),
    ];
  });
}

async function investments(sql: Sql, seen: readonly string[]): Promise<Grid[]> {
  const duals = await sql.query<{ symbol: string; side: string | null; days: number }>(
    'select distinct symbol, side, days from invest_product where symbol is not null',
  );
  const deposits = await sql.query<{ currency: string; days: number | null; rate: string }>(
    'select distinct currency, days, trim_scale(annual_rate)::text as rate from invest_product where symbol is null',
  );
  return [
    ...duals.flatMap(({ symbol, side, days }): Grid[] => {
      const of = { product: 'invest', instruments: [`${symbol} ${side ?? 'index'}`], terms: [`${days} d`] };
      return [
        { ...of, adversary: 'predictor', strategies: ['buys at any hour', 'buys in calm hours'] },
        { ...of, adversary: 'leader', strategies: seen },
      ];
    }),
    ...deposits.map(({ currency, days, rate }): Grid => {
      const of = { product: 'invest', adversary: 'predictor', instruments: [currency] } as const;
      return days === null
        ? { ...of, terms: ['demand'], strategies: ['pays in for a part of a day'] }
        : { ...of, terms: [`${days} d at ${rate}`], strategies: ['ends early'] };
    }),
  ];
}

async function locked(sql: Sql): Promise<Grid[]> {
  const rows = await sql.query<{ currency: string; days: number }>(
    `select distinct p.currency, cardinality(t.day_rates) as days
       from mining_product p join mining_terms t on t.product_id = p.id`,
  );
  return rows.map(({ currency, days }) => ({
    product: 'mining',
    adversary: 'predictor',
    instruments: [currency],
    terms: [`${days} d`],
    strategies: ['redeems early'],
  }));
}

async function payments(sql: Sql): Promise<Grid[]> {
  const rows = await sql.query<{ method: string; fiats: string[] }>('select method, fiats from quick_buy_method');
  return rows.flatMap(({ method, fiats }) => {
    const paid = fiats.filter((fiat) => fiat !== 'USD');
    const of = { product: 'quickbuy', adversary: 'predictor', terms: [method] } as const;
    return [
      { ...of, instruments: paid, strategies: ['pays where its money has fallen'] },
      { ...of, instruments: paid.filter((fiat) => tabled.includes(fiat)), strategies: ['buys at the table of before'] },
    ];
  });
}

async function referrals(sql: Sql): Promise<Grid> {
  const rows = await sql.query<{ level: number }>('select level from vip_level');
  const paying = instruments.filter(
    ({ makerFeeRate, takerFeeRate }) => Number(makerFeeRate) + Number(takerFeeRate) > 0,
  );
  return {
    product: 'referral',
    adversary: 'ring',
    instruments: paying.map(({ symbol }) => symbol),
    terms: [...new Set([0, ...rows.map(({ level }) => level)])].map((level) => `VIP ${level}`),
    strategies: ['ring of own referrals'],
  };
}

/** All that has to be played with the terms of a database. */
export async function gridsOf(sql: Sql, { leads }: Pick<Effort, 'leads'>): Promise<readonly Grid[]> {
  const behind = leads.map((lead) => `leads ${lead / 1_000} s`);
  const seen = leads.map((lead) => `sees the venue ${lead / 1_000} s ahead`);
  return [
    ...books('spot', tradedAs('spot'), behind),
    ...books('leverage', tradedAs('lever'), behind),
    ...liquidations(),
    fundings(),
    copies(),
    ...conversions(behind),
    ...sales(behind),
    ...loans(behind),
    ...works(),
    ...(await options(sql, seen)),
    ...(await quiz(sql, seen)),
    ...(await investments(sql, seen)),
    ...(await locked(sql)),
    ...(await payments(sql)),
    await referrals(sql),
  ];
}
