import { HDKey } from '@scure/bip32';
import { hexToBytes, toHex } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { ChainSigner, SigningKey } from './chains/chain.ts';
import { type ChainConfig, ConfigError, type SignerConfig } from './config.ts';

/** Accounts by SLIP-44 and BIP 44: 0' of deposits, 1' of the hot wallet, so that neither is derived from the other. */
const COIN = { evm: "44'/60'", utxo: "84'/0'", tron: "44'/195'" } as const satisfies Record<
  ChainConfig['kind'],
  string
>;

/** A key that is in the memory of the process. */
export function memoryKey(privateKey: Uint8Array): SigningKey {
  const secret = toHex(privateKey);
  return {
    publicKey: hexToBytes(privateKeyToAccount(secret).publicKey),
    async sign(digest) {
      const { r, s, yParity } = await sign({ hash: toHex(digest), privateKey: secret });
      return { r: hexToBytes(r, { size: 32 }), s: hexToBytes(s, { size: 32 }), recovery: yParity === 0 ? 0 : 1 };
    },
  };
}

export function hotKey(seed: Uint8Array, kind: ChainConfig['kind']): SigningKey {
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(`m/${COIN[kind]}/1'/0/0`);
  if (!privateKey) throw new Error('a seed without keys');
  return memoryKey(privateKey);
}

/** Keys of deposit addresses by the id of the user: child 0/id of the account of deposits. */
export type DepositKeys = { readonly fingerprint: string; readonly keyOf: (index: number) => SigningKey };

export function depositKeys(seed: Uint8Array, kind: ChainConfig['kind']): DepositKeys {
  const account = HDKey.fromMasterSeed(seed).derive(`m/${COIN[kind]}/0'`);
  const external = account.deriveChild(0);
  return {
    fingerprint: account.fingerprint.toString(16).padStart(8, '0'),
    keyOf(index) {
      const { privateKey } = external.deriveChild(index);
      if (!privateKey) throw new Error('a child without a key');
      return memoryKey(privateKey);
    },
  };
}

/** Public key of the account from which the backend derives users' deposit addresses: it derives no private key. */
export const depositAccount = (seed: Uint8Array, kind: ChainConfig['kind']): string =>
  HDKey.fromMasterSeed(seed).derive(`m/${COIN[kind]}/0'`).publicExtendedKey;

/** Loads what a chain needs on demand: a signer for one chain does not hold the libraries of the others. */
export async function openChain(config: ChainConfig, key: SigningKey): Promise<ChainSigner> {
  if (config.kind === 'evm') return (await import('./chains/evm.ts')).evmSigner(config, key) as ChainSigner;
  if (config.kind === 'utxo') return (await import('./chains/utxo.ts')).utxoSigner(config, key) as ChainSigner;
  return (await (await import('./chains/tron.ts')).tronSigner(key)) as ChainSigner;
}

/**
 * What keeps a signature of a key to one chain: an EVM transaction names its chain, those of others do not. Two chains with
 * the same would have caps, nonces and inputs each for itself, and what one signs could be mined on the other.
 */
const signedFor = (config: ChainConfig, { publicKey }: SigningKey): string =>
  `${config.kind} ${config.kind === 'evm' ? config.chainId : ''} ${toHex(publicKey)}`;

export async function openChains(
  { chains }: Pick<SignerConfig, 'chains'>,
  keyOf: (kind: ChainConfig['kind'], name: string) => SigningKey | Promise<SigningKey>,
): Promise<ReadonlyMap<string, ChainSigner>> {
  const opened = new Map<string, ChainSigner>();
  const names = new Map<string, string>();
  for (const [name, config] of Object.entries(chains)) {
    const key = await keyOf(config.kind, name);
    const other = names.get(signedFor(config, key));
    if (other !== undefined) throw new ConfigError(`What is signed for ${name} would be valid on ${other}.`);
    names.set(signedFor(config, key), name);
    const chain = await openChain(config, key);
    const cold = config.cold === undefined ? undefined : chain.readAddress(config.cold);
    if (cold === null) throw new ConfigError(`The cold address of ${name} is not valid.`);
    if (cold === chain.address) throw new ConfigError(`The cold address of ${name} is its hot wallet.`);
    opened.set(name, chain);
  }
  return opened;
}
