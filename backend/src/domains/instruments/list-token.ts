import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { refuseNonsense } from './instrument-problems.ts';
import { BY_RULE, partsOf } from './seed/listing.ts';
import { instrumentOf } from './snapshot.ts';
import {
  currencyRow,
  freeId,
  insertChange,
  insertCurrencies,
  insertInstruments,
  instrumentRow,
  nextVersion,
  readKnown,
} from './store.ts';

/*
 * Tokens that were sold before they trade: they become a currency with their sale, and an instrument with their listing.
 * Other domains do it in their own transaction; every node follows within a second.
 */

export type Token = { readonly code: string; readonly name: string; readonly scale: number };

/** A token as it begins to trade against USDT. Prices in USDT. */
export type TokenListing = {
  readonly code: string;
  readonly name: string;
  /** The first price: that of the sale, so that an allotment is no gain by itself. */
  readonly price: string;
  readonly tick: string;
  readonly lot: string;
  /** Tokens that users have. */
  readonly sold: string;
  readonly supply: string;
  readonly countries: readonly string[];
};

/** Annual volatility, where 1 is 55 %, and what of it comes from all coins. */
const VOLATILITY = 2;
const SHARED = 0.7;
const FEE_RATE = '0.001';
const SPREAD = 0.004;
/** Of the worth of the supply. */
const DAILY_TURNOVER = 0.1;
const LEAST_TURNOVER = 100_000;
/** What the house takes back at most of what was sold, at prices that fall with it. */
const HOUSE_SHARE = 0.1;
const HOUSE_CAP = 3;
const LEAST_DEPTH = 80;
/** USDT. */
const LEAST_DEPTH_WORTH = 3_000;

/** Where a token trades once it is listed. */
export const tokenSymbol = (code: string): string => `${code}/USDT`;

/** Makes a token a currency unless it is one. Returns its fraction digits; null for a currency that is no token. */
export async function ensureToken(tx: Transaction, token: Token, at: number): Promise<number | null> {
  const known = await currencyRow(tx, token.code);
  if (known) return known.kind === 'crypto' ? known.scale : null;
  const version = await nextVersion(tx);
  const currency = { ...token, id: await freeId(tx, 'currency'), kind: 'crypto' as const, open: true };
  await insertCurrencies(tx, [currency], version);
  await insertChange(tx, {
    version,
    at,
    staffId: null,
    subject: `currency:${token.code}`,
    action: 'add',
    reason: 'token sale',
    before: null,
    after: token,
  });
  return token.scale;
}

function instrumentFor({
  code,
  name,
  price,
  tick,
  lot,
  sold,
  supply,
  countries,
}: TokenListing): Omit<Instrument, 'id' | 'version'> {
  const start = Number(price);
  const lots = (amount: string): number => Number(amount) / Number(lot);
  return {
    ...instrumentOf({
      id: 0,
      version: 0,
      symbol: tokenSymbol(code),
      name,
      category: 'crypto',
      base: code,
      quote: 'USDT',
      settlement: 'USDT',
      tick,
      lot,
      minAmount: lot,
      minTotal: '0',
      makerFeeRate: FEE_RATE,
      takerFeeRate: FEE_RATE,
      trades: ['spot'],
      multiples: [],
      tiers: [],
      liquidationThreshold: '0.5',
      overnightRate: '0',
      exposureCap: null,
      calendar: 'crypto',
      rank: 1_000,
      maxPriceAgeMs: 5_000,
      spread: SPREAD,
      limits: {
        ...BY_RULE,
        houseDepth: Math.max(
          LEAST_DEPTH,
          Math.round((lots(sold) * HOUSE_SHARE) / HOUSE_CAP),
          Math.round(LEAST_DEPTH_WORTH / (start * Number(lot))),
        ),
        houseCap: HOUSE_CAP,
      },
      countries: [...countries],
      halt: null,
      simulation: {
        start,
        parts: partsOf(code, VOLATILITY, 'crypto', SHARED),
        dailyTurnover: Math.max(LEAST_TURNOVER, start * Number(supply) * DAILY_TURNOVER),
      },
    }),
  };
}

/** Rejects terms under which the token could not be listed, with DomainError. */
export async function refuseListing(tx: Transaction, listing: TokenListing): Promise<void> {
  refuseNonsense({ ...instrumentFor(listing), id: 0, version: 0 }, await readKnown(tx));
}

/** Lists a token, once: it trades from now on, at first at `price`. Returns whether it was not listed before. */
export async function listToken(tx: Transaction, listing: TokenListing, at: number): Promise<boolean> {
  const version = await nextVersion(tx);
  if (await instrumentRow(tx, tokenSymbol(listing.code))) return false;
  const instrument = { ...instrumentFor(listing), id: await freeId(tx, 'instrument'), version };
  refuseNonsense(instrument, await readKnown(tx));
  await insertInstruments(tx, [instrument], version);
  await insertChange(tx, {
    version,
    at,
    staffId: null,
    subject: `instrument:${instrument.symbol}`,
    action: 'add',
    reason: 'listed after its sale',
    before: null,
    after: { ...listing, simulation: instrument.simulation },
  });
  return true;
}
