import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { playOptions } from '../../../bench/adversaries/option-players.ts';
import { seededRandom } from '../../platform/market/random.ts';
import { seededCatalogue } from '../instruments/index.ts';
import { optionInstruments } from './option-instruments.ts';

/*
 * Every instrument with options, at every term, in the calmest twentieth of hours, against buyers who know what is public:
 * the index as it is recorded and the ladder. The long form of it is `playOptions` with more seconds.
 */

const TERMS = [
  { seconds: 30, ratio: '0.8' },
  { seconds: 60, ratio: '0.85' },
  { seconds: 120, ratio: '0.87' },
  { seconds: 300, ratio: '0.9' },
  { seconds: 600, ratio: '0.92' },
];
const PLAYED = 2_400;
/** Seconds between two looks: options of a term overlap. */
const EVERY = 5;
const CRITICAL = 3;

const seed = process.env.OPTION_PLAYERS_SEED ?? randomBytes(6).toString('hex');
const listed = new Set(optionInstruments(seededCatalogue).map(({ symbol }) => symbol));
const instruments = seededCatalogue.marketTerms().filter(({ symbol }) => listed.has(symbol));
const symbols = instruments.map((instrument) => [instrument.symbol, instrument] as const);

test('options are on coins, currencies and metals', () => {
  expect(symbols.length).toBeGreaterThan(40);
});

test.each(symbols)(`%s pays no player who knows what is public (OPTION_PLAYERS_SEED=${seed})`, (symbol, instrument) => {
  const gains = playOptions({
    ...{ instrument, terms: TERMS, seconds: PLAYED, every: EVERY },
    random: seededRandom(`${seed} ${symbol}`),
  });
  expect(new Set(gains.map(({ seconds }) => seconds)).size).toBe(TERMS.length);
  for (const { gain, t, ...of } of gains)
    expect(gain <= 0 || t < CRITICAL, JSON.stringify({ ...of, gain, t })).toBe(true);
  // Nothing but the margin of the house is left: half of 1 − ratio, up to what rounding still decides, and up to chance: a
  // player who waits for something rare buys ten options.
  for (const { gain, t, ...of } of gains) {
    const standardError = t === 0 ? 0 : gain / t;
    expect(gain + 0.02, JSON.stringify({ ...of, gain, t })).toBeLessThan(
      Math.max(Number.EPSILON, CRITICAL * standardError),
    );
  }
});

test('whole ticks paid them on an index that moves slowly: this is what the test sees', () => {
  const instrument = instruments.find(({ symbol }) => symbol === 'USD/HKD');
  if (!instrument) throw new Error('USD/HKD is not listed');
  const gains = playOptions({
    ...{ instrument, terms: TERMS.slice(0, 1), seconds: 6 * PLAYED, every: EVERY, rules: 1 },
    // Of one seed, since it is a control: an hour of luck must not fail it.
    random: seededRandom('whole ticks'),
  });
  const ladder = gains.find(({ player }) => player === 'reads the centre of the ladder');
  expect(ladder?.gain, JSON.stringify(ladder)).toBeGreaterThan(0.05);
  expect(ladder?.t).toBeGreaterThan(CRITICAL);
});
