/** A repeatable source of numbers: the same seed draws the same work, on every machine. */
export type Random = {
  /** From 0 to 1. */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  /** A whole number, both ends included. */
  readonly whole: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  /** Normally distributed, mean 0, deviation 1. */
  readonly normal: () => number;
};

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32. */
export function random(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (items) => items[Math.floor(items.length * next())] as (typeof items)[number],
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Smooth noise from -1 to 1 over the plane (Perlin's improved noise). */
export function noise({ whole, next }: Random): (x: number, y: number) => number {
  const order = Array.from({ length: 256 }, (_, index) => index);
  for (let index = 255; index > 0; index--) {
    const other = whole(0, index);
    [order[index], order[other]] = [order[other] as number, order[index] as number];
  }
  const angles = order.map(() => next() * 2 * Math.PI);
  const slopes = angles.map((angle) => [Math.cos(angle), Math.sin(angle)] as const);
  const slope = (x: number, y: number) =>
    slopes[order[((order[x & 255] as number) + y) & 255] as number] as readonly [number, number];
  const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - left, y - top];
    const corner = (cx: number, cy: number) => {
      const [gx, gy] = slope(left + cx, top + cy);
      return gx * (dx - cx) + gy * (dy - cy);
    };
    const u = fade(dx);
    return 1.41 * mix(mix(corner(0, 0), corner(1, 0), u), mix(corner(0, 1), corner(1, 1), u), fade(dy));
  };
}

/** Noise of several scales, each half as strong as the one before. */
export function layered(base: (x: number, y: number) => number, layers: number): (x: number, y: number) => number {
  return (x, y) => {
    let [sum, scale, strength] = [0, 1, 0.5];
    for (let layer = 0; layer < layers; layer++) {
      sum += strength * base(x * scale, y * scale);
      scale *= 2;
      strength /= 2;
    }
    return sum;
  };
}
