import type { DualSide } from '@tessera/api/invest/rules';
import type { LoanTerms } from '@tessera/api/loans/rules';
import { readTerms as readLoanTerms } from '../../src/domains/loans/terms.ts';
import { nftSettings } from '../../src/domains/nft/settings.ts';
import { allTerms } from '../../src/domains/options/terms.ts';
import { methodsOf } from '../../src/domains/quickbuy/terms.ts';
import { allSeries, type Series } from '../../src/domains/quiz/terms.ts';
import { readConfiguration } from '../../src/domains/site/index.ts';
import type { Sql } from '../../src/platform/db/database.ts';
import { significance } from './leverage-rings.ts';
import type { PlayedTerm } from './option-players.ts';

/*
 * One instrument × term of a product against one strategy, and the plays that a product has to have. Instruments come from
 * the catalogue and terms from the database, so that a new one of either is played without being named.
 */

type Gain = {
  /** Expected, of a stake or a notional value of 1. */
  readonly gain: number;
  /** Standard error; 0 where the gain is computed and does not vary, infinite where there was nothing to do. */
  readonly error: number;
  /** Infinite where the gain does not vary. */
  readonly t: number;
  /** Fewer than two of a strategy that waits for something which did not come: it tells nothing, but was played. */
  readonly samples: number;
};

export type Cell = Gain & {
  readonly product: string;
  readonly adversary: (typeof ADVERSARIES)[number];
  readonly instrument: string;
  readonly term: string;
  readonly strategy: string;
};

/** A cell of a product and an adversary that are yet to be named. */
export type Played = Omit<Cell, 'product' | 'adversary'>;

/**
 * Who plays: the best predictor from public data, accounts of one person among each other, a trader with a friend, and one
 * who sees the venue before our index follows it.
 */
export const ADVERSARIES = ['predictor', 'ring', 'friend', 'leader'] as const;
type Adversary = (typeof ADVERSARIES)[number];

/** How much is played. */
export type Effort = {
  readonly seed: string;
  /** Seconds of each instrument with options, and between two looks of a buyer. */
  readonly optionSeconds: number;
  readonly optionEvery: number;
  /** Paths of each instrument with leverage, and of each currency that secures loans. */
  readonly ringPaths: number;
  readonly loanPaths: number;
  /** Steps of 10 s of the market of all instruments. */
  readonly marketSteps: number;
  /** Followed round trips of each contract and size. */
  readonly copyRounds: number;
  /** Paths of each dual product, sale of tokens, and fiat order. */
  readonly paths: number;
  /** Steps of 200 ms of each instrument whose venue leads, and how far it leads, ms. */
  readonly leadSteps: number;
  readonly leads: readonly number[];
};

/** Plays an adversary of a product, or the reason why there is nothing to play. */
type Play = { readonly cells: (terms: Terms, effort: Effort) => Iterable<Played> } | { readonly none: string };

/** All that is played of a domain; a text where no adversary has anything to gain there: the reason. */
export type Plays = string | Readonly<Record<Adversary, Play>>;

export type DualTerm = { readonly symbol: string; readonly side: DualSide | null; readonly days: number };

/** What is played with: the terms that hold in a database. */
export type Terms = {
  readonly options: readonly PlayedTerm[];
  readonly loans: LoanTerms;
  /** Lowest interest a day of a loan, a ratio. */
  readonly dayRate: string;
  readonly levels: readonly { readonly level: number; readonly discount: string }[];
  /** Of a conversion of what the market quotes; ratios. */
  readonly conversion: { readonly spread: string; readonly fee: string };
  readonly buying: readonly {
    readonly method: string;
    readonly fiats: readonly string[];
    readonly fee_rate: string;
    /** Minutes. */
    readonly pay_within: number;
  }[];
  readonly quiz: readonly Series[];
  readonly duals: readonly DualTerm[];
  /** Deposits that pay interest; `days` is null where they end at any time. Rates are a year's, ratios. */
  readonly deposits: readonly {
    readonly currency: string;
    readonly days: number | null;
    readonly rate: string;
    readonly penalty: string;
  }[];
  readonly mining: readonly {
    readonly currency: string;
    readonly rates: readonly string[];
    readonly penalty: string;
  }[];
  readonly nft: { readonly feeBp: number; readonly forfeitBp: number; readonly depositBp: number };
};

export async function playedTerms(sql: Sql): Promise<Terms> {
  const levels = await sql.query<{ level: number; discount: string }>(
    'select level, fee_discount::text as discount from vip_level order by level',
  );
  const rows = await sql.query<{ rate: string }>(
    `select min(rate)::text as rate from (select loan_day_rate as rate from vip_level
       union all (select maker_day_rate from loan_terms order by version desc limit 1)) rates`,
  );
  const { conversionFeeRate, conversionSpreads } = await readConfiguration(sql);
  return {
    options: await allTerms(sql),
    loans: await readLoanTerms(sql),
    dayRate: rows[0]?.rate ?? '0',
    levels: [{ level: 0, discount: '0' }, ...levels.filter(({ level }) => level > 0)],
    conversion: { spread: conversionSpreads.quoted, fee: conversionFeeRate },
    buying: await methodsOf(sql),
    quiz: await allSeries(sql),
    duals: await sql.query<DualTerm>(
      'select distinct symbol, side, days from invest_product where symbol is not null order by symbol, side, days',
    ),
    deposits: await sql.query<Terms['deposits'][number]>(
      `select distinct currency, days, trim_scale(annual_rate)::text as rate, penalty_ratio::text as penalty
         from invest_product where symbol is null order by currency, days`,
    ),
    mining: await sql.query<Terms['mining'][number]>(
      `select distinct p.currency, t.day_rates as rates, t.penalty_ratio::text as penalty
         from mining_product p join mining_terms t on t.product_id = p.id
        where t.version = (select max(version) from mining_terms where product_id = p.id)
        order by p.currency, t.day_rates`,
    ),
    nft: {
      feeBp: Number(nftSettings.nft_fee_bp),
      forfeitBp: Number(nftSettings.nft_forfeit_bp),
      depositBp: Number(nftSettings.nft_deposit_bp),
    },
  };
}

/** A gain above zero that chance does not explain. */
export const earns = ({ gain, t }: Pick<Cell, 'gain' | 't'>): boolean => gain > 0 && t > 4;

/** A gain that is certain. */
export const computed = (gain: number): Gain => ({
  gain,
  error: 0,
  t: gain === 0 ? 0 : Math.sign(gain) * Number.POSITIVE_INFINITY,
  samples: 1,
});

/** A strategy that found so little to do that nothing is known of its gain. */
export const idle = (samples = 0): Gain => ({ gain: 0, error: Number.POSITIVE_INFINITY, t: 0, samples });

/** Below it a gain does not vary: what is left is rounding. */
const EXACT = 1e-12;

/** Independent gains of one strategy. */
export function measured(gains: readonly number[]): Gain {
  if (gains.length < 2) return idle(gains.length);
  const { mean, t } = significance(gains);
  const error = mean / t;
  return t !== 0 && Math.abs(error) > EXACT
    ? { gain: mean, error, t, samples: gains.length }
    : { ...computed(mean), samples: gains.length };
}
