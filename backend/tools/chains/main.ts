/*
 * Chains of this machine with test coins, beside a platform: `npm run chains`. The launcher calls it in parts.
 *
 *   prepare                           chooses ports; prints the settings of the backend as JSON
 *   serve [--manual]                  runs the nodes until it is stopped; with --manual no block is mined by time
 *   configure                         sets the running platform up for them
 *   send <currency> <address> <amount>
 *   address <currency>                prints a new address to withdraw to
 *   balance <currency> <address>      prints what an address holds on its chain
 *   mine <chain> [blocks]
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatUnits, type Hex, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { NodeError } from '../../src/platform/chains/json-rpc.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { freePort } from '../../test/free-port.ts';
import { configure } from './configure.ts';
import { endFormer, noteRunning } from './former.ts';
import {
  type BitcoinFaucet,
  bitcoinFaucet,
  type EvmFaucet,
  evmFaucet,
  startBitcoinChain,
  startEvmChain,
} from './local-chains.ts';
import { localDepositKeys } from './local-seed.ts';
import { chainsFolder, chooseNodes, ethereumUrl, type Nodes, readNodes, writeNodes } from './nodes.ts';
import { bitcoinUrl, findAnvil, findLitecoind, type Program } from './programs.ts';
import { createTestKeys, signerSocket, startTestSigner } from './signer.ts';

const ETHEREUM_BLOCK_SECONDS = 3;
const BITCOIN_BLOCK_SECONDS = 15;
/** Seconds between copies of the EVM chain's state: what a kill may lose. */
const STATE_SECONDS = 5;
/** ms until a node has to respond. */
const READY_WITHIN = 60_000;
const DECIMALS = { ETH: 18, USDT: 6, BTC: 8 } as const;
/** What the hot wallets begin with: decimal amounts, of Bitcoin that of each output. */
const HOT_WALLET = { ETH: '500', USDT: '1000000', BTC: '2', outputs: 5 } as const;

const { dataDir, databaseUrl } = readSettings(process.env);

/** Wrong use of a command; the message says what is right. */
class UsageError extends Error {
  override name = 'UsageError';
}

async function prepare(): Promise<void> {
  const nodes = await chooseNodes(dataDir, freePort);
  const { ethereum, bitcoin } = nodes;
  if (!bitcoin) {
    console.error('There is no litecoind (Debian: apt install litecoind): Bitcoin has no local chain, Ethereum has.');
  }
  if (!ethereum) console.error('There is no anvil for this machine: Ethereum has no local chain.');
  if (!ethereum && !bitcoin) {
    console.log('{}');
    return;
  }
  let { deposits } = nodes;
  if (!deposits) {
    deposits = localDepositKeys(await createTestKeys(chainsFolder(dataDir)));
    writeNodes(dataDir, { ...nodes, deposits });
  }
  const socket = signerSocket(chainsFolder(dataDir));
  if (!socket) console.error(`The path of ${dataDir} is too long for a socket: staff pay withdrawals by hand.`);
  const settings = {
    ...deposits,
    // Their coins are worth nothing: the demonstration user stays.
    LOCAL_CHAINS: '1',
    ...(socket && { SIGNER_SOCKET: socket }),
    ...(ethereum && { ETHEREUM_NODE_URL: ethereumUrl(ethereum.port), ETHEREUM_NODE_TRACES: '1' }),
    ...(bitcoin && { BITCOIN_NODE_URL: bitcoinUrl(bitcoin.port) }),
  };
  console.log(JSON.stringify(settings));
}

type Running = Omit<Program, 'url'>;
type EvmRunning = Running & Omit<EvmFaucet, 'url'> & { readonly token: Hex };

async function runEthereum(nodes: Nodes, manual: boolean): Promise<EvmRunning | null> {
  const program = findAnvil();
  if (!nodes.ethereum || !program) return null;
  const state = join(chainsFolder(dataDir), 'ethereum.json');
  const mining = manual ? ['--no-mining'] : ['--block-time', String(ETHEREUM_BLOCK_SECONDS)];
  const chain = await startEvmChain(
    program,
    ['--state', state, '--state-interval', String(STATE_SECONDS), ...mining],
    nodes.ethereum.port,
  );
  const { token } = nodes.ethereum;
  const deployed = token && (await chain.client.getCode({ address: token })) ? token : await chain.deployToken();
  return { ...chain, token: deployed };
}

async function runBitcoin(nodes: Nodes, manual: boolean): Promise<(Running & Omit<BitcoinFaucet, 'url'>) | null> {
  const program = findLitecoind();
  if (!nodes.bitcoin || !program) return null;
  const chain = await startBitcoinChain(program, join(chainsFolder(dataDir), 'bitcoin'), nodes.bitcoin.port);
  if (manual) return chain;
  const timer = setInterval(() => {
    chain.mine().catch((error: Error) => console.error(`no block of Bitcoin was mined: ${error.message}`));
  }, BITCOIN_BLOCK_SECONDS * 1_000);
  return {
    ...chain,
    stop() {
      clearInterval(timer);
      return chain.stop();
    },
  };
}

/** Gives the hot wallets of the signer test coins, those that never had any. */
async function fund(
  { client }: Pick<Awaited<ReturnType<typeof startTestSigner>>, 'client'>,
  ethereum: EvmRunning | null,
  bitcoin: Omit<BitcoinFaucet, 'url'> | null,
): Promise<void> {
  for (const { chain, address } of (await client.status()).chains) {
    if (chain === 'ethereum' && ethereum) {
      const { token } = ethereum;
      const used = await ethereum.client.getTransactionCount({ address: address as Hex });
      if (used > 0 || (await ethereum.balance(address, token)) > 0n) continue;
      await ethereum.sendCoins(address, parseUnits(HOT_WALLET.ETH, DECIMALS.ETH));
      await ethereum.sendToken(token, address, parseUnits(HOT_WALLET.USDT, DECIMALS.USDT));
      await ethereum.mine();
    }
    if (chain === 'bitcoin' && bitcoin && Number(await bitcoin.balance(address)) === 0) {
      // Several outputs: change waits for its confirmations before it is spent again.
      for (let n = 0; n < HOT_WALLET.outputs; n += 1) await bitcoin.send(address, HOT_WALLET.BTC);
      await bitcoin.mine();
    }
  }
}

async function serve(manual: boolean): Promise<void> {
  const folder = chainsFolder(dataDir);
  await endFormer(folder);
  const nodes = { ...readNodes(dataDir), ready: false };
  writeNodes(dataDir, nodes);
  const running: Running[] = [];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await Promise.all(running.map((each) => each.stop()));
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  const keep = <T extends Running>(one: T): T => {
    running.push(one);
    noteRunning(
      folder,
      running.flatMap(({ pid }) => pid ?? []),
    );
    // What ends by itself: all are started again.
    one.ended.then(() => stop(1));
    return one;
  };
  try {
    const started = await runEthereum(nodes, manual);
    const ethereum = started && keep(started);
    const mining = await runBitcoin(nodes, manual);
    const bitcoin = mining && keep(mining);
    const socket = signerSocket(folder);
    if (socket) {
      const token = ethereum?.token ?? null;
      await fund(
        keep(await startTestSigner({ folder, socket }, { token, bitcoin: bitcoin !== null })),
        ethereum,
        bitcoin,
      );
    }
    // The platform is configured once this is known: what the wallets were given is no surprise to it then.
    if (nodes.ethereum) {
      writeNodes(dataDir, { ...nodes, ethereum: { ...nodes.ethereum, token: ethereum?.token ?? null }, ready: true });
    } else writeNodes(dataDir, { ...nodes, ready: true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

const hashOf = (found: { readonly hash: string | null } | null): string | null => found?.hash?.toLowerCase() ?? null;

async function setUp(): Promise<void> {
  const until = performance.now() + READY_WITHIN;
  for (;;) {
    const nodes = readNodes(dataDir);
    try {
      if (nodes.ethereum) await evmFaucet(ethereumUrl(nodes.ethereum.port)).client.getBlockNumber();
      if (nodes.bitcoin) await bitcoinFaucet(bitcoinUrl(nodes.bitcoin.port)).rpc.call('getblockcount');
      if (nodes.ready) break;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    if (performance.now() > until) throw new Error('the local chains do not respond');
    await pause(200);
  }
  const nodes = readNodes(dataDir);
  await configure({ dataDir, databaseUrl }, nodes, {
    async ethereum(height) {
      const { client } = evmFaucet(ethereumUrl(nodes.ethereum?.port ?? 0));
      const newest = await client.getBlockNumber();
      return BigInt(height) > newest ? null : hashOf(await client.getBlock({ blockNumber: BigInt(height) }));
    },
    async bitcoin(height) {
      try {
        return await bitcoinFaucet(bitcoinUrl(nodes.bitcoin?.port ?? 0)).rpc.call<string>('getblockhash', [height]);
      } catch (error) {
        if (error instanceof NodeError) return null;
        throw error;
      }
    },
  });
}

type Coin = keyof typeof DECIMALS;
const isCoin = (code: string): code is Coin => Object.hasOwn(DECIMALS, code);

/** The coin and its node. */
function coinOf(currency: string, usage: string) {
  const code = currency.toUpperCase();
  if (!isCoin(code)) throw new UsageError(`usage: npm run chains -- ${usage}`);
  const { ethereum, bitcoin } = readNodes(dataDir);
  const node: { readonly port: number; readonly token?: Hex | null } | null = code === 'BTC' ? bitcoin : ethereum;
  if (!node) throw new UsageError(`${code} has no local chain here`);
  return { code, node };
}

function requireAddress(code: Coin, address: string): void {
  const right = code === 'BTC' ? /^(bc|rltc)1[a-z0-9]{20,}$/ : /^0x[0-9a-fA-F]{40}$/;
  if (right.test(address)) return;
  throw new UsageError(
    code === 'BTC' ? 'an address of Bitcoin begins with bc1' : 'an address of Ethereum is 0x and 40 digits: ERC20',
  );
}

async function send(currency = '', address = '', amount = ''): Promise<void> {
  const { code, node } = coinOf(currency, 'send USDT|ETH|BTC <address> <amount>');
  const decimals = DECIMALS[code];
  if (!new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`).test(amount) || Number(amount) === 0) {
    throw new UsageError(`the amount is a number above 0 with at most ${decimals} decimal places: 120.5`);
  }
  requireAddress(code, address);
  console.log(`sent, transaction ${await pay(code, node, address, amount)}`);
}

/** The contract of the token; null for the chain's own coin. */
function contractOf(code: Coin, { token }: { readonly token?: Hex | null }): Hex | null {
  if (code !== 'USDT') return null;
  if (!token) throw new UsageError('the token is not deployed yet: try again in a moment');
  return token;
}

async function newAddress(currency = ''): Promise<void> {
  const { code, node } = coinOf(currency, 'address USDT|ETH|BTC');
  console.log(
    code === 'BTC' ? await bitcoinFaucet(bitcoinUrl(node.port)).address() : privateKeyToAddress(generatePrivateKey()),
  );
}

async function balance(currency = '', address = ''): Promise<void> {
  const { code, node } = coinOf(currency, 'balance USDT|ETH|BTC <address>');
  requireAddress(code, address);
  if (code === 'BTC') console.log(await bitcoinFaucet(bitcoinUrl(node.port)).balance(address));
  else {
    const held = await evmFaucet(ethereumUrl(node.port)).balance(address, contractOf(code, node));
    console.log(formatUnits(held, DECIMALS[code]));
  }
}

async function pay(
  code: Coin,
  node: { readonly port: number; readonly token?: Hex | null },
  address: string,
  amount: string,
): Promise<string> {
  if (code === 'BTC') return bitcoinFaucet(bitcoinUrl(node.port)).send(address, amount);
  const faucet = evmFaucet(ethereumUrl(node.port));
  const units = parseUnits(amount, DECIMALS[code]);
  const contract = contractOf(code, node);
  return contract === null ? faucet.sendCoins(address, units) : faucet.sendToken(contract, address, units);
}

async function mine(chain = '', blocks = '1'): Promise<void> {
  const count = Number(blocks);
  const node = chain === 'ethereum' || chain === 'bitcoin' ? readNodes(dataDir)[chain] : undefined;
  if (node === undefined || !Number.isSafeInteger(count) || count < 1 || count > 1_000) {
    throw new UsageError('usage: npm run chains -- mine ethereum|bitcoin [blocks, at most 1000]');
  }
  if (!node) throw new UsageError(`${chain} has no local chain here`);
  if (chain === 'ethereum') await evmFaucet(ethereumUrl(node.port)).mine(count);
  else await bitcoinFaucet(bitcoinUrl(node.port)).mine(count);
}

const [command, ...args] = process.argv.slice(2);
try {
  if (command === 'prepare') await prepare();
  else if (command === 'serve') await serve(args.includes('--manual'));
  else if (command === 'configure') await setUp();
  else if (command === 'send') await send(...args);
  else if (command === 'mine') await mine(...args);
  else if (command === 'address') await newAddress(...args);
  else if (command === 'balance') await balance(...args);
  else {
    throw new UsageError(
      'usage: npm run chains [-- send <currency> <address> <amount> | mine <chain> [blocks] | address <currency> | balance <currency> <address>]',
    );
  }
} catch (error) {
  // What viem says begins with what went wrong; the rest repeats the request.
  console.error(error instanceof Error ? error.message.split('\n')[0] : error);
  process.exitCode = 1;
}
