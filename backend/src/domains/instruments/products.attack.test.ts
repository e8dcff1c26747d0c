import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cell, earns, playedTerms, type Terms } from '../../../bench/adversaries/cell.ts';
import { gapsOf, nameOf } from '../../../bench/adversaries/coverage.ts';
import { offerDemonstration } from '../../../bench/adversaries/demonstration.ts';
import { gridsOf } from '../../../bench/adversaries/grids.ts';
import { cells, PLAYS } from '../../../bench/adversaries/plays.ts';
import { turningGap, walkAway } from '../../../bench/adversaries/products/loans.ts';
import { boughtRank } from '../../../bench/adversaries/products/nft.ts';
import { waits } from '../../../bench/adversaries/products/quickbuy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { DEMAND, DUAL, DUAL_DAYS, FIXED } from '../invest/demonstration.ts';
import { OFFERS } from '../mining/demonstration.ts';

/* Every product, instrument and term against those who know what is public. `npm run bench -- adversaries` is the long form. */

const DOMAINS = join(import.meta.dirname, '..');
const seed = process.env.ADVERSARIES_SEED ?? randomBytes(6).toString('hex');
const EFFORT = {
  ...{
    optionSeconds: 1_300,
    optionEvery: 10,
    ringPaths: 3,
    loanPaths: 20,
    marketSteps: 20,
    copyRounds: 1,
    paths: 16,
  },
  ...{ leadSteps: 450, leads: [1_000] },
};

let database: TestDatabase;
let terms: Terms;
let played: readonly Cell[];
beforeAll(async () => {
  database = await createTestDatabase();
  await offerDemonstration(database);
  terms = await playedTerms(database);
  played = [...cells(terms, { seed, ...EFFORT })];
});
afterAll(() => database.close());

const productsOf = () => Object.entries(PLAYS).flatMap(([name, plays]) => (typeof plays === 'string' ? [] : [name]));

test('a domain that posts with the house is played, or says why there is nothing to gain', () => {
  const posting = new Set(
    globSync('*/**/*.ts', { cwd: DOMAINS })
      .filter(
        (file) => !file.endsWith('.test.ts') && readFileSync(join(DOMAINS, file), 'utf8').includes('houseAccount('),
      )
      .map((file) => file.split('/')[0] as string),
  );
  const silent = Object.entries(PLAYS).flatMap(([name, plays]) => (plays === 'moves no money' ? [name] : []));
  expect(silent.filter((domain) => posting.has(domain))).toEqual([]);
});

test(`no instrument × product × term pays a player (ADVERSARIES_SEED=${seed})`, () => {
  expect(played.filter(earns)).toEqual([]);
});

const NO_GAPS = { missing: [], unexpected: [], twice: [], idle: [] };

test('every instrument of the catalogue is played with every term of the database against every strategy', async () => {
  const grids = await gridsOf(database, EFFORT);
  expect(gapsOf(grids, played)).toEqual(NO_GAPS);
  expect([...new Set(grids.map(({ product }) => product))].sort()).toEqual(productsOf().sort());
  // What the jobs of the demonstration offered: nothing was left out because its market was closed.
  expect(terms.duals.length).toBe(DUAL.length * DUAL_DAYS.length);
  expect(terms.deposits.length).toBe(DEMAND.length + FIXED.length);
  expect(terms.mining.length).toBe(OFFERS.length + 1);
});

test('a cell that drops out of any play is reported, and so is one that is played twice or expected by no grid', async () => {
  const grids = await gridsOf(database, EFFORT);
  const plays = Map.groupBy(played, ({ product, adversary, strategy }) => `${product} | ${adversary} | ${strategy}`);
  const dropped = new Set([...plays.values()].map((own) => own[Math.floor(own.length / 2)] as Cell));
  expect(dropped.size).toBeGreaterThan(50);
  const kept = played.filter((cell) => !dropped.has(cell));
  expect(new Set(gapsOf(grids, kept).missing)).toEqual(new Set([...dropped].map(nameOf)));
  const [first] = played as [Cell];
  const more = { ...first, instrument: 'NEW/USDT' };
  expect(gapsOf(grids, [...played, first, more])).toMatchObject({
    ...NO_GAPS,
    unexpected: [expect.stringContaining('NEW/USDT')],
    twice: [expect.stringContaining(first.instrument)],
  });
});

test('own referrals cost at every level; loans turn at a fall of more than 8 % at once, and there they do', () => {
  for (const cell of played.filter(({ product }) => product === 'referral')) expect(cell.gain).toBeLessThan(0);
  expect(turningGap(terms.loans)).toBeGreaterThan(0.08);
  // What the test must be able to see: a gain where the collateral falls through the debt, or nothing is paid.
  expect(walkAway(terms.loans, Number(terms.loans.liquidation_ratio), 0.2)).toBeGreaterThan(0.1);
  expect(earns({ gain: 0.01, t: 4.1 })).toBe(true);
});

test('a rate that is owed whatever happened pays who orders money that falls: this is what the test sees', () => {
  const bank = { fee_rate: '0.005', pay_within: 1_440 };
  const gains = (holds: boolean) => waits(bank, 'GBP', { seed: 'rate', paths: 400, holds });
  const mean = (all: readonly number[]) => all.reduce((sum, gain) => sum + gain, 0) / all.length;
  expect(gains(true).filter((gain) => gain > 0).length).toBeGreaterThan(20);
  expect(mean(gains(true))).toBeGreaterThan(0.000_1);
  expect(Math.max(...gains(false))).toBeLessThan(1e-6);
});

test('trades back and forth buy no place in the ranking of artists', () => {
  const once = boughtRank(terms.nft, { accounts: 2, rounds: 0 });
  const often = boughtRank(terms.nft, { accounts: 2, rounds: 50 });
  expect(often.volume).toBe(once.volume);
  expect(often.fee).toBeGreaterThan(50 * once.fee);
});
