import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Cell,
  cells,
  earns,
  playedTerms,
  type Terms,
  turningGap,
  walkAway,
} from '../../../bench/adversaries/cells.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

/* Every product, instrument and term against those who know what is public. `npm run bench -- adversaries` is the long form. */

const DOMAINS = join(import.meta.dirname, '..');
const seed = process.env.ADVERSARIES_SEED ?? randomBytes(6).toString('hex');

/** Domains that move money between users and the house, and the tests that play them; `cells` where this one does. */
const PLAYED_BY: Readonly<Record<string, readonly string[]>> = {
  convert: ['convert/free-option.attack.test.ts'],
  copytrading: ['copytrading/copytrading.attack.test.ts', 'leverage/blocks.attack.test.ts'],
  coupons: ['cells', 'coupons/coupons.attack.test.ts'],
  invest: ['invest/calm.attack.test.ts', 'invest/invest.attack.test.ts'],
  launchpad: ['launchpad/launchpad.attack.test.ts'],
  leverage: ['cells', 'leverage/rings.attack.test.ts', 'leverage/conversion.attack.test.ts'],
  loans: ['cells', 'loans/loans.attack.test.ts'],
  mining: ['mining/mining.attack.test.ts'],
  nft: ['nft/nft.attack.test.ts', 'nft/boxes/draws.attack.test.ts'],
  options: ['cells', 'options/players.attack.test.ts'],
  quickbuy: ['quickbuy/checkout.attack.test.ts'],
  quiz: ['quiz/quiz.attack.test.ts'],
  referral: ['cells', 'referral/referral.attack.test.ts'],
  spot: ['instruments/adversaries.attack.test.ts', 'spot/desk.attack.test.ts'],
};
/** They carry what users own in and out, or are posted by staff: there is no price to gain from. */
const CARRIERS = new Set(['deposits', 'house', 'identity', 'wallet', 'withdrawals']);

let database: TestDatabase;
let terms: Terms;
let played: readonly Cell[];
beforeAll(async () => {
  database = await createTestDatabase();
  terms = await playedTerms(database);
  played = [...cells(terms, { seed, optionSeconds: 1_500, ringPaths: 3, loanPaths: 20 })];
}, 120_000);
afterAll(() => database.close());

test('a domain that posts with the house is played', () => {
  const posting = new Set(
    globSync('*/**/*.ts', { cwd: DOMAINS })
      .filter(
        (file) => !file.endsWith('.test.ts') && readFileSync(join(DOMAINS, file), 'utf8').includes('houseAccount('),
      )
      .map((file) => file.split('/')[0] as string),
  );
  expect([...posting].filter((domain) => !CARRIERS.has(domain)).sort()).toEqual(Object.keys(PLAYED_BY).sort());
  const files = Object.values(PLAYED_BY)
    .flat()
    .filter((file) => file !== 'cells');
  expect(files.filter((file) => !existsSync(join(DOMAINS, file)))).toEqual([]);
});

test(`no instrument × product × term pays a player (ADVERSARIES_SEED=${seed})`, () => {
  expect(played.filter(earns)).toEqual([]);
  expect(new Set(played.map(({ product }) => product))).toEqual(new Set(['options', 'leverage', 'loans', 'referral']));
  for (const { seconds } of terms.options)
    expect(played.some(({ product, term }) => product === 'options' && term === `${seconds} s`)).toBe(true);
  expect(played.length).toBeGreaterThan(1_000);
});

test('own referrals cost at every level; loans turn at a fall of more than 8 % at once, and there they do', () => {
  for (const cell of played.filter(({ product }) => product === 'referral')) expect(cell.gain).toBeLessThan(0);
  expect(turningGap(terms.loans)).toBeGreaterThan(0.08);
  // What the test must be able to see: a gain where the collateral falls through the debt, or nothing is paid.
  expect(walkAway(terms.loans, Number(terms.loans.liquidation_ratio), 0.2)).toBeGreaterThan(0.1);
  expect(earns({ ...(played[0] as Cell), gain: 0.01, t: 4.1 })).toBe(true);
});
