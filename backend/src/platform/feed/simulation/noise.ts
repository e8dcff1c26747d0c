/**
 * Smooth noise that is a pure function of (seed, time): a hashed value in [-1, 1] at every multiple of the period,
 * joined by smoothstep curves. Between two lattice points it is monotone, which is what makes exact bounds cheap.
 */
export type Terms = {
  readonly count: number;
  readonly seeds: Int32Array;
  /** Unix ms between two lattice points. */
  readonly periods: Float64Array;
  /** In log price. */
  readonly amplitudes: Float64Array;
  /** 0 where volatility regimes do not touch the term. */
  readonly regimes: Int32Array;
  /** The cell each term was last read in, and the values at its two ends: neighbouring times share most cells. */
  readonly cells: Float64Array;
  readonly lefts: Float64Array;
  readonly rights: Float64Array;
};

const UINT32 = 2 ** 32;

/** A well-mixed unsigned 32-bit integer of two integers (finaliser of xxHash32). */
export function mix(seed: number, index: number): number {
  let h = (seed + Math.imul(index | 0, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca77);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae3d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** In [0, 1). */
export const unit = (seed: number, index: number): number => mix(seed, index) / UINT32;

/** FNV-1a over UTF-16 units: names to seeds. */
export function seedOf(...names: readonly string[]): number {
  let h = 0x811c9dc5;
  for (const char of names.join('\u0000')) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mix(h, names.length) | 0;
}

const REGIME_MS = 6 * 3_600_000;
/** Calm, normal and wild, and how often out of ten. */
const REGIMES = [0.55, 0.55, 0.55, 0.8, 1, 1, 1, 1, 1.3, 1.9];
const WILDEST = Math.max(...REGIMES);

const regimeOfBlock = (seed: number, block: number): number => REGIMES[mix(seed, block) % REGIMES.length] ?? 1;

function lattice(terms: Terms, term: number, index: number): number {
  const value = unit(terms.seeds[term] as number, index) * 2 - 1;
  const regime = terms.regimes[term] as number;
  const size = value * (terms.amplitudes[term] as number);
  if (regime === 0) return size;
  return size * regimeOfBlock(regime, Math.floor((index * (terms.periods[term] as number)) / REGIME_MS));
}

/** Makes `lefts` and `rights` of the term those of the cell. */
function enter(terms: Terms, term: number, cell: number): void {
  const at = terms.cells[term] as number;
  if (at === cell) return;
  const { lefts, rights } = terms;
  const left = at === cell - 1 ? (rights[term] as number) : lattice(terms, term, cell);
  rights[term] = at === cell + 1 ? (lefts[term] as number) : lattice(terms, term, cell + 1);
  lefts[term] = left;
  terms.cells[term] = cell;
}

const smoothstep = (u: number): number => u * u * (3 - 2 * u);

/** The sum of all terms at a time. */
export function noiseAt(terms: Terms, time: number): number {
  let sum = 0;
  for (let term = 0; term < terms.count; term++) {
    const position = time / (terms.periods[term] as number);
    const index = Math.floor(position);
    enter(terms, term, index);
    const left = terms.lefts[term] as number;
    sum += left + ((terms.rights[term] as number) - left) * smoothstep(position - index);
  }
  return sum;
}

/** How many lattice points are looked at before the bound of a term falls back to its amplitude. */
const LOOKED_AT = 4;

/** The wildest regime that lattice points near `[from, to]` may have. */
function wildestOver(regime: number, from: number, to: number): number {
  const first = Math.floor(from / REGIME_MS) - 1;
  const last = Math.floor(to / REGIME_MS) + 1;
  if (last - first > LOOKED_AT) return WILDEST;
  let wildest = 0;
  for (let block = first; block <= last; block++) wildest = Math.max(wildest, regimeOfBlock(regime, block));
  return wildest;
}

/** A number that `sign` × noise never exceeds in `[from, to]`; exact for terms whose period is longer than the span. */
export function upperBound(terms: Terms, from: number, to: number, sign: 1 | -1): number {
  let sum = 0;
  // Terms of one part follow each other and share their regime.
  let regime = 0;
  let wildest = 1;
  for (let term = 0; term < terms.count; term++) {
    const period = terms.periods[term] as number;
    const start = from / period;
    const first = Math.floor(start);
    const last = Math.floor(to / period);
    if (last - first > LOOKED_AT) {
      const own = terms.regimes[term] as number;
      if (own !== regime) {
        regime = own;
        wildest = own === 0 ? 1 : wildestOver(own, from, to);
      }
      sum += Math.abs(terms.amplitudes[term] as number) * wildest;
      continue;
    }
    enter(terms, term, first);
    let left = (terms.lefts[term] as number) * sign;
    let right = (terms.rights[term] as number) * sign;
    let most = left + (right - left) * smoothstep(start - first);
    for (let index = first + 1; index <= last; index++) {
      enter(terms, term, index);
      left = right;
      if (left > most) most = left;
      right = (terms.rights[term] as number) * sign;
    }
    const end = left + (right - left) * smoothstep(to / period - last);
    sum += Math.max(end, most);
  }
  return sum;
}
