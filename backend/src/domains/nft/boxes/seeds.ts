import { randomBytes } from 'node:crypto';
import { type SealKeys, seal, sealKeys, unseal } from '../../../platform/factor/seal.ts';
import type { Settings } from '../../../platform/settings.ts';

/*
 * Seeds of series. A seed is made here, sealed before it is stored, and opened for two reasons only: to open boxes that
 * are paid and whose public randomness is there, and to reveal it at the end. Nothing else imports this.
 */

const SEED_BYTES = 32;

export type Seeds = {
  /** A new seed, hexadecimal. The caller forgets it once it is hashed and sealed. */
  readonly make: () => string;
  readonly seal: (series: string, seed: string) => Buffer;
  /** Throws for another series, altered bytes and an unknown key. */
  readonly open: (series: string, sealed: Buffer) => string;
  /** What the boxes up to a number left of each work, sealed: in plain it would tell what closed boxes hold. */
  readonly sealCounts: (series: string, number: number, counts: readonly number[]) => Buffer;
  readonly openCounts: (series: string, of: { readonly number: number; readonly sealed: Buffer }) => readonly number[];
};

const ownerOf = (series: string): string => `nft_series:${series}`;
const drawOf = (series: string, number: number): string => `nft_draw:${series}:${number}`;

export function createSeeds(settings: Pick<Settings, 'factorKeys' | 'dataDir'>): Seeds {
  let keys: SealKeys | undefined;
  const read = (): SealKeys => {
    keys ??= sealKeys(settings);
    return keys;
  };
  return {
    make: () => randomBytes(SEED_BYTES).toString('hex'),
    seal: (series, seed) => seal(read(), ownerOf(series), Buffer.from(seed, 'hex')),
    open: (series, sealed) => unseal(read(), ownerOf(series), sealed).toString('hex'),
    sealCounts: (series, number, counts) =>
      seal(read(), drawOf(series, number), Buffer.from(Uint16Array.from(counts).buffer)),
    openCounts: (series, { number, sealed }) => {
      const bytes = Uint8Array.from(unseal(read(), drawOf(series, number), sealed));
      return [...new Uint16Array(bytes.buffer)];
    },
  };
}
