import { createCipheriv, createHash, randomFillSync } from 'node:crypto';

/** A source of independent draws. */
export type Random = {
  /** Uniform in (0, 1). */
  readonly unit: () => number;
  /** Standard normal. */
  readonly normal: () => number;
};

const WORDS = 16_384;
const UINT32 = 2 ** 32;

/** Draws from blocks of random words; `fill` overwrites a block. Normals by Box and Muller (1958), both of each pair. */
export function randomFrom(fill: (words: Uint32Array) => void): Random {
  const words = new Uint32Array(WORDS);
  let next = WORDS;
  let spare = Number.NaN;
  const unit = (): number => {
    if (next === WORDS) {
      fill(words);
      next = 0;
    }
    return ((words[next++] as number) + 0.5) / UINT32;
  };
  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(unit()));
    const angle = 2 * Math.PI * unit();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { unit, normal };
}

/** Draws from the operating system's randomness: nothing that was drawn tells what comes. */
export const systemRandom = (): Random => randomFrom((words) => randomFillSync(words));

/** The same draws for the same seed: for tests and rehearsals, never where money comes in. AES-256 in counter mode. */
export function seededRandom(seed: string): Random {
  const stream = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  const zeros = new Uint8Array(WORDS * Uint32Array.BYTES_PER_ELEMENT);
  return randomFrom((words) => new Uint8Array(words.buffer).set(stream.update(zeros)));
}
