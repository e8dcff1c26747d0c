import type { Sql } from '../../platform/db/database.ts';
import { readSettingsOf } from '../site/index.ts';

/** Settings by keyword, with their first values. Basis points: 250 are 2.5 %. */
export const nftSettings = {
  /** Of each price, to the house. */
  nft_fee_bp: '250',
  /** Of a deposit that is kept, to the seller; the rest is the house's. */
  nft_forfeit_bp: '5000',
  /** Of each bid, and first of the lowest one: what a bidder of an auction has deposited. */
  nft_deposit_bp: '1000',
  /** That works are priced in, with commas. */
  nft_currencies: 'USDT,ETH,BTC',
  /** ISO 3166-1 alpha-2 codes of countries whose residents may neither buy nor bid, with commas. */
  nft_countries: '',
} as const;

type Keyword = keyof typeof nftSettings;

export type NftTerms = {
  readonly feeBp: number;
  readonly forfeitBp: number;
  readonly depositBp: number;
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
};

const MOST = { nft_fee_bp: 2_000, nft_forfeit_bp: 10_000, nft_deposit_bp: 5_000 } as const;

/** Terms of new sales. A value that could not be charged is read as the first one. */
export async function readTerms(sql: Sql): Promise<NftTerms> {
  const settingOf = await readSettingsOf(sql, Object.keys(nftSettings) as Keyword[]);
  const basisPoints = (keyword: keyof typeof MOST): number => {
    const value = settingOf(keyword);
    const read = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    return read <= MOST[keyword] ? read : Number(nftSettings[keyword]);
  };
  const codes = (keyword: Keyword): readonly string[] =>
    settingOf(keyword)
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '');
  return {
    feeBp: basisPoints('nft_fee_bp'),
    forfeitBp: basisPoints('nft_forfeit_bp'),
    // A deposit of nothing would be none.
    depositBp: Math.max(1, basisPoints('nft_deposit_bp')),
    currencies: codes('nft_currencies'),
    countries: codes('nft_countries'),
  };
}
