import { readFileSync } from 'node:fs';
import { type Environment, SettingError, url, whole } from './setting-values.ts';

/** An EVM chain on which withdrawn works are minted. */
export type ChainSettings = {
  readonly rpcUrl: string;
  /** Address of the contract. */
  readonly contract: string;
  /** The minter's private key: `0x` and 64 hexadecimal digits. */
  readonly signerKey: string;
  /** Blocks, the one with the transaction included, after which a withdrawal is final. */
  readonly confirmations: number;
  /** Most that is bid for a unit of gas, gwei. Above it withdrawals wait. */
  readonly maxFeeGwei: number;
  /** Who gets royalties of sales on the chain. Absent, the signer. */
  readonly royaltyReceiver: string | undefined;
  /** Origin of the metadata's addresses, which are on the chain for ever. */
  readonly publicOrigin: string;
};

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The key itself, or the one in a file, as orchestrators mount secrets. */
function signerKey({ NFT_CHAIN_SIGNER_KEY: key, NFT_CHAIN_SIGNER_KEY_FILE: file }: Environment): string | undefined {
  if (key && file) throw new SettingError('NFT_CHAIN_SIGNER_KEY and NFT_CHAIN_SIGNER_KEY_FILE exclude each other');
  if (!file) return key || undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SettingError(`NFT_CHAIN_SIGNER_KEY_FILE: ${file} cannot be read`, { cause: error });
  }
}

/** All of them or none: without a chain no work can be withdrawn, and the screen says so. */
export function chainSettings(environment: Environment, publicOrigins: readonly string[]): ChainSettings | undefined {
  const rpcUrl = url(environment, 'NFT_CHAIN_RPC_URL');
  const { NFT_CHAIN_CONTRACT: contract, NFT_CHAIN_ROYALTY_RECEIVER: royaltyReceiver } = environment;
  const key = signerKey(environment);
  if (!rpcUrl && !contract && !key) return undefined;
  if (!rpcUrl || !contract || !key) {
    throw new SettingError('NFT_CHAIN_RPC_URL, NFT_CHAIN_CONTRACT and NFT_CHAIN_SIGNER_KEY are needed together');
  }
  if (!ADDRESS.test(contract)) throw new SettingError('NFT_CHAIN_CONTRACT is no address');
  if (royaltyReceiver && !ADDRESS.test(royaltyReceiver)) {
    throw new SettingError('NFT_CHAIN_ROYALTY_RECEIVER is no address');
  }
  // The value is not repeated: it is a secret.
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new SettingError('NFT_CHAIN_SIGNER_KEY is not 0x and 64 hexadecimal digits');
  const [publicOrigin] = publicOrigins;
  if (publicOrigin === undefined) throw new SettingError('NFT_CHAIN_RPC_URL needs PUBLIC_ORIGIN as well');
  return {
    rpcUrl,
    contract,
    signerKey: key,
    confirmations: whole(environment, 'NFT_CHAIN_CONFIRMATIONS', 12, 1_000, 1),
    maxFeeGwei: whole(environment, 'NFT_CHAIN_MAX_FEE_GWEI', 200, 100_000, 1),
    royaltyReceiver: royaltyReceiver || undefined,
    publicOrigin,
  };
}
