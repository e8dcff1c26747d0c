import { createCipheriv, createHash } from 'node:crypto';
import { type Random, randomFrom } from '../../src/platform/market/random.ts';

const NONCE = Buffer.alloc(16);

/**
 * The same draws for the same seed, as `seededRandom`, but quick to begin: a bench has thousands of short paths. AES in counter
 * mode under the hash of the seed.
 */
export function drawsOf(seed: string): Random {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), NONCE);
  let zeros = Buffer.alloc(0);
  return randomFrom((words) => {
    if (zeros.length !== words.byteLength) zeros = Buffer.alloc(words.byteLength);
    new Uint8Array(words.buffer).set(cipher.update(zeros));
  });
}
