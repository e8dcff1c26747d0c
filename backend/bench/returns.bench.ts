// Statistics of the returns of the price process beside published ones of Bitcoin. `npm run bench -- returns`. Draws
// docs/pictures/returns.svg.
import { writeFileSync } from 'node:fs';
import { priceProcess } from '../src/platform/market/price-process.ts';
import { systemRandom } from '../src/platform/market/random.ts';
import { draw } from './returns/picture.ts';
import { PUBLISHED } from './returns/published.ts';

const SECOND = 1_000;
const SCALES = [
  ['1 min', 60 * SECOND, 400_000, 10],
  ['5 min', 300 * SECOND, 200_000, 10],
  ['1 h', 3_600 * SECOND, 60_000, 20],
  ['1 d', 86_400 * SECOND, 10_000, 60],
] as const;
const LAGS = 300;
const PICTURE = new URL('../../docs/pictures/returns.svg', import.meta.url);

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

function autocorrelation(values: Float64Array, lag: number): number {
  const centre = mean(values);
  let covariance = 0;
  let variance = 0;
  for (let index = 0; index < values.length; index++) {
    const deviation = (values[index] as number) - centre;
    variance += deviation * deviation;
    if (index >= lag) covariance += deviation * ((values[index - lag] as number) - centre);
  }
  return covariance / variance;
}

/** Log returns over `elapsed` ms, from so many steps each. */
function returnsOf(elapsed: number, count: number, steps: number): Float64Array {
  const parts = [{ key: 'A', weight: 1 }];
  const process = priceProcess([{ symbol: 'A', parts }], systemRandom(), () => 0);
  let before = 0;
  return Float64Array.from({ length: count }, (_, index) => {
    for (let step = 0; step < steps; step++) {
      process.step(index * elapsed + (step * elapsed) / steps, elapsed / steps, () => true);
    }
    const move = process.log(0) - before;
    before += move;
    return move;
  });
}

/** Tail index of the largest percent (Hill, 1975). */
function tailIndex(sizes: Float64Array): number {
  const largest = sizes.toSorted((a, b) => b - a).subarray(0, Math.floor(sizes.length / 100));
  const least = Math.log(largest.at(-1) as number);
  return 1 / (largest.reduce((sum, size) => sum + Math.log(size) - least, 0) / (largest.length - 1));
}

/** Hurst exponent by the growth of the mean size of the move from one lag to a hundred. */
function hurst(returns: Float64Array): number {
  const sizeOver = (lag: number): number => {
    let sum = 0;
    let count = 0;
    for (let start = 0; start + lag <= returns.length; start += lag) {
      let move = 0;
      for (let index = start; index < start + lag; index++) move += returns[index] as number;
      sum += move * move;
      count++;
    }
    return Math.sqrt(sum / count);
  };
  return Math.log(sizeOver(100) / sizeOver(1)) / Math.log(100);
}

const heads = [
  'scale',
  'returns',
  'kurtosis',
  'tail',
  'Hurst',
  'acf 1',
  '|r| acf 1',
  '|r| acf 10',
  '|r| acf 100',
  'drift t',
];
console.log(heads.map((word) => word.padStart(12)).join(''));
for (const [name, elapsed, count, steps] of SCALES) {
  const returns = returnsOf(elapsed, count, steps);
  const centre = mean(returns);
  const variance = mean(returns.map((value) => (value - centre) ** 2));
  const kurtosis = mean(returns.map((value) => (value - centre) ** 4)) / variance ** 2;
  const sizes = returns.map(Math.abs);
  // Of the simple return: the log return drifts by minus half the variance.
  const simple = returns.map(Math.expm1);
  const drift = mean(simple) / Math.sqrt(mean(simple.map((value) => value * value)) / simple.length);
  const acf = [1, 10, 100].map((lag) => autocorrelation(sizes, lag).toFixed(2));
  const figures = [
    String(count),
    kurtosis.toFixed(1),
    tailIndex(sizes).toFixed(1),
    hurst(returns).toFixed(2),
    autocorrelation(returns, 1).toFixed(3),
    ...acf,
    drift.toFixed(1),
  ];
  console.log([name, ...figures].map((text) => text.padStart(12)).join(''));
  if (name === '5 min') {
    const deviation = Math.sqrt(variance);
    const lags = Array.from({ length: LAGS }, (_, index) => index + 1);
    const picture = draw({
      sizes: [...sizes].map((size) => size / deviation),
      ofReturns: lags.map((lag) => autocorrelation(returns, lag)),
      ofSizes: lags.map((lag) => autocorrelation(sizes, lag)),
    });
    writeFileSync(PICTURE, picture);
  }
}
console.log('\nPublished of Bitcoin and other coins');
for (const { figure, value, source } of PUBLISHED) console.log(`${figure.padEnd(40)}${value.padEnd(18)}${source}`);
console.log(`\nDrawn: ${PICTURE.pathname}`);
