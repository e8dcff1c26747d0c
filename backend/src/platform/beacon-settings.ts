import { type Environment, items, SettingError, whole } from './setting-values.ts';

/** A drand network of the scheme `bls-unchained-g1-rfc9380`, and where its rounds are fetched from. */
export type BeaconSettings = {
  /** Addresses in front of `/<chain hash>/public/<round>`; the next one is asked where one fails. */
  readonly urls: readonly string[];
  /** Absent, quicknet of the League of Entropy. */
  readonly network:
    | {
        readonly chainHash: string;
        readonly publicKey: string;
        /** Unix s of round 1, and s between rounds. */
        readonly genesis: number;
        readonly period: number;
      }
    | undefined;
};

const LATEST = 4_102_444_800;

/** Where public randomness comes from; absent, draws of blind boxes use none, and say so. */
export function beaconSettings(environment: Environment): BeaconSettings | undefined {
  const urls = items(environment, 'DRAND_URLS');
  const wrong = urls.find((each) => !URL.canParse(each) || !/^https?:$/.test(new URL(each).protocol));
  if (wrong !== undefined) throw new SettingError(`DRAND_URLS: ${wrong} is not a URL`);
  const { DRAND_CHAIN_HASH: chainHash, DRAND_PUBLIC_KEY: publicKey, DRAND_GENESIS: genesis } = environment;
  const named = [chainHash, publicKey, genesis].filter(Boolean).length;
  if (named === 0) return urls.length === 0 ? undefined : { urls: urls.map(trimmed), network: undefined };
  if (urls.length === 0) throw new SettingError('DRAND_CHAIN_HASH needs DRAND_URLS as well');
  if (!chainHash || !publicKey || !genesis) {
    throw new SettingError('DRAND_CHAIN_HASH, DRAND_PUBLIC_KEY and DRAND_GENESIS are needed together');
  }
  if (!/^[0-9a-f]{64}$/.test(chainHash)) throw new SettingError('DRAND_CHAIN_HASH is not 64 hexadecimal digits');
  if (!/^[0-9a-f]{192}$/.test(publicKey)) throw new SettingError('DRAND_PUBLIC_KEY is not 192 hexadecimal digits');
  return {
    urls: urls.map(trimmed),
    network: {
      chainHash,
      publicKey,
      genesis: whole(environment, 'DRAND_GENESIS', 0, LATEST, 1),
      period: whole(environment, 'DRAND_PERIOD', 3, 3_600, 1),
    },
  };
}

const trimmed = (address: string): string => address.replace(/\/+$/, '');
