import type { Random } from './random.ts';

/*
 * How prices move. Each part (a factor shared by assets of a class, or an asset's own) has log returns
 *
 *   r = σ · exp(Σv − Σs²) · season · z + jump
 *
 * with z standard normal, v four Ornstein-Uhlenbeck terms of log volatility (a multi-scale volatility model after
 * Calvet and Fisher, 2004), and rare jumps of a Laplace distribution (Kou, 2002). exp(−Σs²) keeps the mean variance at
 * σ². An instrument's log return is the weighted sum of its parts less the logarithm of its expectation given the
 * volatility of the moment, so the expected price is the price: neither holding nor waiting earns anything, whatever
 * has been observed.
 *
 * All instruments step at the same instant: otherwise one would foretell the other.
 */

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** Terms of log volatility: time constant in ms, standard deviation. */
const VOLATILITY_TERMS = [
  { tau: 120_000, deviation: 0.4 },
  { tau: 3 * 3_600_000, deviation: 0.35 },
  { tau: 2 * DAY_MS, deviation: 0.5 },
  { tau: 30 * DAY_MS, deviation: 0.4 },
] as const;
const TERMS = VOLATILITY_TERMS.length;
const VARIANCE = VOLATILITY_TERMS.reduce((sum, { deviation }) => sum + deviation ** 2, 0);

/** Of a part with weight 1, a year: the square root of the mean variance without jumps. */
const ANNUAL_VOLATILITY = 0.55;
const JUMPS_A_DAY = 3;
/** Mean size of a jump of a part with weight 1, log price. */
const JUMP_SCALE = 0.002;
/** Busiest and quietest hour differ by 30 % from the mean; UTC. */
const SEASON = { swing: 0.3, peak: 15 } as const;

/** Standard deviations below the mean of log volatility that the calmest twentieth of the time is at. */
const CALM = -1.645;

/** Log volatility terms in a calm hour: their most likely values where the sum of them is in its lowest twentieth. */
export const calmTerms = (): number[] =>
  VOLATILITY_TERMS.map(({ deviation }) => (CALM * deviation ** 2) / Math.sqrt(VARIANCE));

/** By how much the log price of an instrument moves within so many seconds of a calm hour at night, without jumps. */
export function calmMove(parts: readonly Part[], seconds: number): number {
  const weights = new Map<string, number>();
  for (const { key, weight } of parts) weights.set(key, (weights.get(key) ?? 0) + weight);
  const sum = [...weights.values()].reduce((total, weight) => total + weight ** 2, 0);
  const calm = Math.exp(CALM * Math.sqrt(VARIANCE) - VARIANCE) * (1 - SEASON.swing);
  return ANNUAL_VOLATILITY * calm * Math.sqrt((sum * seconds * 1_000) / YEAR_MS);
}

/** What moves the log price of an instrument; weight 1 is an annual volatility of 55 %. */
export type Part = { readonly key: string; readonly weight: number };

/** One instrument of the process. */
export type Moving = { readonly symbol: string; readonly parts: readonly Part[] };

/** Log volatility terms by part, log price by symbol: what a node needs to go on after another. */
export type ProcessState = {
  readonly volatility: Readonly<Record<string, readonly number[]>>;
  readonly log: Readonly<Record<string, number>>;
};

export type PriceProcess = {
  /** Log price of the symbol at this index of the list. */
  readonly log: (index: number) => number;
  /** Volatility of the symbol in the last step, season included, over its mean; 1 before the first. */
  readonly agitation: (index: number) => number;
  /**
   * Moves all instruments to `at`, Unix ms, from `elapsed` ms before. `open` says which instruments trade: the others
   * keep their price, and what their parts did meanwhile is lost to them.
   */
  readonly step: (at: number, elapsed: number, open: (index: number) => boolean) => void;
  readonly state: () => ProcessState;
};

/** `1` on average over a day. */
export const seasonAt = (at: number): number =>
  1 + SEASON.swing * Math.cos((2 * Math.PI * ((at % DAY_MS) / 3_600_000 - SEASON.peak)) / 24);

/** Laplace distributed with mean 0 and this scale. */
function laplace(random: Random, scale: number): number {
  const u = random.unit() - 0.5;
  return -scale * Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
}

/**
 * A market of these instruments. A part or symbol that the state does not know begins at its mean volatility or at
 * `start`, the log price of a new symbol.
 */
export function priceProcess(
  instruments: readonly Moving[],
  random: Random,
  start: (symbol: string) => number,
  state: ProcessState = { volatility: {}, log: {} },
): PriceProcess {
  const keys = [...new Set(instruments.flatMap(({ parts }) => parts.map(({ key }) => key)))];
  const indexOf = new Map(keys.map((key, index) => [key, index]));
  const terms = new Float64Array(keys.length * TERMS);
  keys.forEach((key, part) => {
    for (let term = 0; term < TERMS; term++) terms[part * TERMS + term] = state.volatility[key]?.[term] ?? 0;
  });
  const log = Float64Array.from(instruments, ({ symbol }) => state.log[symbol] ?? start(symbol));
  const composition = instruments.map(({ parts }) =>
    parts.map(({ key, weight }) => ({ part: indexOf.get(key) as number, weight })),
  );
  const deviations = new Float64Array(keys.length);
  const returns = new Float64Array(keys.length);
  let usual = 0;

  return {
    log: (index) => log[index] as number,

    agitation(index) {
      let variance = 0;
      let weights = 0;
      for (const { part, weight } of composition[index] ?? []) {
        variance += (weight * (deviations[part] as number)) ** 2;
        weights += weight * weight;
      }
      return usual > 0 && weights > 0 ? Math.sqrt(variance / weights) / usual : 1;
    },

    step(at, elapsed, open) {
      usual = ANNUAL_VOLATILITY * Math.sqrt(elapsed / YEAR_MS);
      const base = usual * seasonAt(at);
      const jumps = Math.min(1, (JUMPS_A_DAY * elapsed) / DAY_MS);
      for (let part = 0; part < keys.length; part++) {
        // The volatility before the step scales the return, so that the compensation below knows it exactly.
        let sum = 0;
        for (let term = 0; term < TERMS; term++) sum += terms[part * TERMS + term] as number;
        const deviation = base * Math.exp(sum - VARIANCE);
        deviations[part] = deviation;
        const jump = random.unit() < jumps ? laplace(random, JUMP_SCALE) : 0;
        returns[part] = deviation * random.normal() + jump;
        VOLATILITY_TERMS.forEach(({ tau, deviation: spread }, term) => {
          const kept = Math.exp(-elapsed / tau);
          const index = part * TERMS + term;
          terms[index] = (terms[index] as number) * kept + spread * Math.sqrt(1 - kept * kept) * random.normal();
        });
      }
      composition.forEach((parts, index) => {
        if (!open(index)) return;
        let move = 0;
        for (const { part, weight } of parts) {
          const deviation = weight * (deviations[part] as number);
          const scale = weight * JUMP_SCALE;
          // E[exp(w·σ·z)] = exp(w²σ²/2); E[exp(w·jump)] = 1 + p·(1/(1 − w²b²) − 1).
          const expected = (deviation * deviation) / 2 + Math.log1p(jumps * (1 / (1 - scale * scale) - 1));
          move += weight * (returns[part] as number) - expected;
        }
        log[index] = (log[index] as number) + move;
      });
    },

    state: () => ({
      volatility: Object.fromEntries(
        keys.map((key, part) => [key, [...terms.subarray(part * TERMS, (part + 1) * TERMS)]]),
      ),
      log: Object.fromEntries(instruments.map(({ symbol }, index) => [symbol, log[index] as number])),
    }),
  };
}
