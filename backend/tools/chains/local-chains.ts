import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bech32 } from '@scure/base';
import { type Abi, createTestClient, encodeFunctionData, type Hex, http, publicActions, walletActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { openRpc } from '../../src/platform/chains/json-rpc.ts';
import { type Program, startAnvil, startLitecoind } from './programs.ts';

/* Chains of this machine with test coins: for tests, and for trying deposits in the browser. */

/** The first account of every anvil: it has money there and nowhere else. */
const ANVIL_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

type Artefact = { readonly abi: Abi; readonly bytecode: Hex };
const token = (): Artefact =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'tether-like.json'), 'utf8')) as Artefact;

/** Works on an anvil that runs: mines, sends coins and tokens. */
export function evmFaucet(url: string) {
  const account = privateKeyToAccount(ANVIL_KEY);
  const client = createTestClient({ mode: 'anvil', account, transport: http(url), cacheTime: 0, pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions);
  const { abi, bytecode } = token();
  return {
    url,
    client,
    mine: (blocks = 1) => client.mine({ blocks }),
    /** Deploys a token like USDT and mines it. Returns its address. */
    async deployToken(): Promise<Hex> {
      const hash = await client.deployContract({ abi, bytecode, chain: null });
      await client.mine({ blocks: 1 });
      const { contractAddress } = await client.getTransactionReceipt({ hash });
      if (!contractAddress) throw new Error('the token was not deployed');
      const mint = encodeFunctionData({ abi, functionName: 'mint', args: [account.address, 10n ** 18n] });
      await client.sendTransaction({ to: contractAddress, data: mint, chain: null });
      await client.mine({ blocks: 1 });
      return contractAddress;
    },
    /** Coins of an address; with a contract its tokens. Smallest units. */
    balance: (of: string, contract: Hex | null): Promise<bigint> =>
      contract === null
        ? client.getBalance({ address: of as Hex })
        : (client.readContract({ address: contract, abi, functionName: 'balanceOf', args: [of] }) as Promise<bigint>),
    sendCoins: (to: string, wei: bigint) => client.sendTransaction({ to: to as Hex, value: wei, chain: null }),
    sendToken: (contract: Hex, to: string, units: bigint) =>
      client.sendTransaction({
        to: contract,
        data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, units] }),
        chain: null,
      }),
    /** Tokens to many at once, and from the contract coins of which each gets an equal part. */
    scatter: (contract: Hex, to: readonly string[], units: bigint, wei = 0n) =>
      client.sendTransaction({
        to: contract,
        value: wei,
        data: encodeFunctionData({ abi, functionName: 'scatter', args: [to, units] }),
        chain: null,
      }),
  };
}
export type EvmFaucet = ReturnType<typeof evmFaucet>;

const WALLET = 'faucet';

/** Works on a litecoind in regtest that runs. */
export function bitcoinFaucet(url: string) {
  const rpc = openRpc(url, { within: 150_000 });
  return {
    url,
    rpc,
    /** Makes the wallet that mines and sends, with coins that can be spent. */
    async prepare(): Promise<void> {
      const wallets = await rpc.call<string[]>('listwallets');
      if (!wallets.includes(WALLET)) {
        const { wallets: stored } = await rpc.call<{ wallets: { name: string }[] }>('listwalletdir');
        await rpc.call(stored.some(({ name }) => name === WALLET) ? 'loadwallet' : 'createwallet', [WALLET]);
      }
      if (Number(await rpc.call<string>('getbalance')) < 100) await this.mine(101);
    },
    async mine(blocks = 1): Promise<readonly string[]> {
      return rpc.call('generatetoaddress', [blocks, await rpc.call('getnewaddress', ['', 'bech32'])]);
    },
    /** What a block holds for an address of Bitcoin, as a decimal amount. */
    async balance(of: string): Promise<string> {
      const found = await rpc.call<{ total_amount: string }>('scantxoutset', [
        'start',
        [`addr(${regtestAddress(of)})`],
      ]);
      return found.total_amount;
    },
    /** An address of the faucet's own wallet, as Bitcoin spells it. */
    async address(): Promise<string> {
      const { words } = bech32.decode(await rpc.call<`${string}1${string}`>('getnewaddress', ['', 'bech32']));
      return bech32.encode('bc', words);
    },
    /** Sends to an address of Bitcoin as its test network spells it. Returns the transaction. */
    send: (to: string, amount: string): Promise<string> =>
      rpc.call('sendtoaddress', [regtestAddress(to), amount, '', '', false, true]),
  };
}
export type BitcoinFaucet = ReturnType<typeof bitcoinFaucet>;

/** The script of an address `bc1…` as litecoind in regtest spells it. */
export function regtestAddress(address: string): string {
  const { prefix, words } = bech32.decode(address as `${string}1${string}`);
  return prefix === 'bc' ? bech32.encode('rltc', words) : address;
}

export async function startEvmChain(program: string, args: readonly string[], port = 0): Promise<EvmFaucet & Program> {
  // With one slot an epoch a block is final two blocks later.
  const started = await startAnvil(program, ['--slots-in-an-epoch', '1', ...args], port);
  return { ...evmFaucet(started.url), ...started };
}

export async function startBitcoinChain(
  program: string,
  folder: string,
  port: number,
): Promise<BitcoinFaucet & Program> {
  // Its wallet makes addresses when they are asked for, and not two thousand at first.
  const started = await startLitecoind(program, folder, port, ['-keypool=1']);
  const faucet = bitcoinFaucet(started.url);
  try {
    await faucet.prepare();
  } catch (error) {
    await started.stop();
    throw error;
  }
  return { ...faucet, ...started };
}
