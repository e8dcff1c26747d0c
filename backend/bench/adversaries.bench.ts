// A month of each trader against the house, alone and among others. `npm run bench -- adversaries`.
import { systemRandom } from '../src/platform/market/random.ts';
import { compete } from './adversaries/arena.ts';
import { FEE, TERMS } from './adversaries/terms.ts';
import { TRADERS } from './adversaries/traders.ts';

const DAYS = 30;
const STEP = 1_000;
/** Lots of each trade of the others, in depths. */
const CROWDS = [0, 0.1];
/** One-sided 0.13 % (t = 3), divided by the number of tests (Bonferroni), for 29 degrees of freedom. */
const CRITICAL = 4.6;

console.log(`${DAYS} days in steps of ${STEP / 1_000} s, fee ${FEE * 100} %; profit in values of a displayed depth.`);
let positive = 0;
for (const crowd of CROWDS) {
  console.log(`\n${crowd === 0 ? 'Alone' : `Among others who trade ${crowd} depths every 20 s`}`);
  console.log(
    `${'trader'.padEnd(48)}${['a day', 't', 'trades', 'inventory'].map((word) => word.padStart(12)).join('')}`,
  );
  for (const trader of TRADERS) {
    const { name, mean, t, trades, inventory } = compete(trader, {
      terms: TERMS,
      fee: FEE,
      days: DAYS,
      step: STEP,
      random: systemRandom(),
      crowd,
    });
    if (t > CRITICAL) positive++;
    const figures = [mean.toFixed(5), t.toFixed(1), String(trades), inventory.toFixed(2)];
    console.log(`${name.padEnd(48)}${figures.map((text) => text.padStart(12)).join('')}`);
  }
}
console.log(`\n${positive} of ${TRADERS.length * CROWDS.length} earned at t > ${CRITICAL}.`);
