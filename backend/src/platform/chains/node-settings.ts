import { type Environment, flag, SettingError, url } from '../setting-values.ts';

/** Nodes of chains; a chain without one is not watched, and its deposits are claimed by voucher. */
export type NodeSettings = {
  readonly bitcoin: { readonly url: string } | undefined;
  /** `traces`: the node serves `trace_block`, which shows coins that contracts send. */
  readonly ethereum: { readonly url: string; readonly traces: boolean } | undefined;
  /** Of java-tron: its Ethereum JSON-RPC, `http://host:8545/jsonrpc`. */
  readonly tron: { readonly url: string } | undefined;
  /** Of java-tron: its HTTP API, `http://host:8090`, by which withdrawals are paid. */
  readonly tronApi: { readonly url: string } | undefined;
};

function nodeUrl(environment: Environment, name: string, hasDepositKeys: boolean): string | undefined {
  const text = url(environment, name);
  if (text === undefined) return undefined;
  // The value is not repeated: it may hold a password.
  if (!/^https?:$/.test(new URL(text).protocol)) throw new SettingError(`${name} is not of the form http(s)://host`);
  if (!hasDepositKeys) {
    throw new SettingError(`${name} needs DEPOSIT_XPUB_BITCOIN, DEPOSIT_XPUB_ETHEREUM and DEPOSIT_XPUB_TRON as well`);
  }
  return text;
}

/**
 * Rejects nodes without account keys: what arrives at a demonstration address is on the chain and can never be spent, so
 * crediting it would owe users money that the platform does not have.
 */
export function nodeSettings(environment: Environment, hasDepositKeys: boolean): NodeSettings {
  const bitcoin = nodeUrl(environment, 'BITCOIN_NODE_URL', hasDepositKeys);
  const ethereum = nodeUrl(environment, 'ETHEREUM_NODE_URL', hasDepositKeys);
  const tron = nodeUrl(environment, 'TRON_NODE_URL', hasDepositKeys);
  const tronApi = nodeUrl(environment, 'TRON_API_URL', hasDepositKeys);
  const traces = flag(environment, 'ETHEREUM_NODE_TRACES', false);
  return {
    bitcoin: bitcoin === undefined ? undefined : { url: bitcoin },
    ethereum: ethereum === undefined ? undefined : { url: ethereum, traces },
    tron: tron === undefined ? undefined : { url: tron },
    tronApi: tronApi === undefined ? undefined : { url: tronApi },
  };
}
