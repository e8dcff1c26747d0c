// Statistics of the returns of the price process. `npm run bench -- returns`.
import { priceProcess } from '../src/platform/market/price-process.ts';
import { systemRandom } from '../src/platform/market/random.ts';

const SECOND = 1_000;
const SCALES = [
  ['1 min', 60 * SECOND, 400_000],
  ['5 min', 300 * SECOND, 300_000],
  ['1 h', 3_600 * SECOND, 60_000],
  ['1 d', 86_400 * SECOND, 20_000],
] as const;

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

/** Log returns over `elapsed` ms, from steps of a 60th of it. */
function returnsOf(elapsed: number, count: number): Float64Array {
  const parts = [{ key: 'A', weight: 1 }];
  const process = priceProcess([{ symbol: 'A', parts }], systemRandom(), () => 0);
  const steps = Math.min(60, elapsed / SECOND);
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

const heads = ['scale', 'kurtosis', 'acf 1', '|r| acf 1', '|r| acf 10', '|r| acf 100', 'drift t'];
console.log(heads.map((word) => word.padStart(12)).join(''));
for (const [name, elapsed, count] of SCALES) {
  const returns = returnsOf(elapsed, Math.ceil(count / 10));
  const centre = mean(returns);
  const variance = mean(returns.map((value) => (value - centre) ** 2));
  const kurtosis = mean(returns.map((value) => (value - centre) ** 4)) / variance ** 2;
  const sizes = returns.map(Math.abs);
  // Of the simple return: the log return drifts by minus half the variance.
  const simple = returns.map(Math.expm1);
  const drift = mean(simple) / Math.sqrt(mean(simple.map((value) => value * value)) / simple.length);
  const acf = [1, 10, 100].map((lag) => autocorrelation(sizes, lag).toFixed(2));
  const figures = [kurtosis.toFixed(1), autocorrelation(returns, 1).toFixed(3), ...acf, drift.toFixed(1)];
  console.log([name, ...figures].map((text) => text.padStart(12)).join(''));
}
