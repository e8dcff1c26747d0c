/*
 * Chains of this machine with test coins, beside a platform: `npm run chains`. The launcher calls it in parts.
 *
 *   prepare                           chooses ports; prints the settings of the backend as JSON
 *   serve [--manual]                  runs the nodes until it is stopped; with --manual no block is mined by time
 *   configure                         sets the running platform up for them
 *   send <currency> <address> <amount>
 *   mine <chain> [blocks]
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Hex, parseUnits } from 'viem';
import { NodeError } from '../../src/platform/chains/json-rpc.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { freePort } from '../../test/free-port.ts';
import { configure } from './configure.ts';
import { endFormer, noteRunning } from './former.ts';
import { bitcoinFaucet, evmFaucet, startBitcoinChain, startEvmChain } from './local-chains.ts';
import { localDepositKeys } from './local-seed.ts';
import { chainsFolder, chooseNodes, ethereumUrl, type Nodes, readNodes, writeNodes } from './nodes.ts';
import { bitcoinUrl, findAnvil, findLitecoind, type Program } from './programs.ts';

const ETHEREUM_BLOCK_SECONDS = 3;
const BITCOIN_BLOCK_SECONDS = 15;
/** Seconds between copies of the EVM chain's state: what a kill may lose. */
const STATE_SECONDS = 5;
/** ms until a node has to respond. */
const READY_WITHIN = 60_000;

const { dataDir, databaseUrl } = readSettings(process.env);

/** Wrong use of a command; the message says what is right. */
class UsageError extends Error {
  override name = 'UsageError';
}

async function prepare(): Promise<void> {
  const { ethereum, bitcoin } = await chooseNodes(dataDir, freePort);
  if (!bitcoin) {
    console.error('There is no litecoind (Debian: apt install litecoind): Bitcoin has no local chain, Ethereum has.');
  }
  if (!ethereum) console.error('There is no anvil for this machine: Ethereum has no local chain.');
  const settings = {
    ...((ethereum || bitcoin) && localDepositKeys()),
    ...(ethereum && { ETHEREUM_NODE_URL: ethereumUrl(ethereum.port), ETHEREUM_NODE_TRACES: '1' }),
    ...(bitcoin && { BITCOIN_NODE_URL: bitcoinUrl(bitcoin.port) }),
  };
  console.log(JSON.stringify(settings));
}

type Running = Pick<Program, 'pid' | 'stop' | 'ended'>;

async function runEthereum(nodes: Nodes, manual: boolean): Promise<Running | null> {
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
  if (!token || !(await chain.client.getCode({ address: token }))) {
    writeNodes(dataDir, { ...nodes, ethereum: { ...nodes.ethereum, token: await chain.deployToken() } });
  }
  return chain;
}

async function runBitcoin(nodes: Nodes, manual: boolean): Promise<Running | null> {
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

async function serve(manual: boolean): Promise<void> {
  const nodes = readNodes(dataDir);
  await endFormer(chainsFolder(dataDir));
  const running: Running[] = [];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await Promise.all(running.map((each) => each.stop()));
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  try {
    for (const start of [runEthereum, runBitcoin]) {
      const one = await start(nodes, manual);
      if (!one) continue;
      running.push(one);
      noteRunning(
        chainsFolder(dataDir),
        running.flatMap(({ pid }) => pid ?? []),
      );
      // A node that ends by itself: all are started again.
      one.ended.then(() => stop(1));
    }
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
      if (!nodes.ethereum || nodes.ethereum.token) break;
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

const DECIMALS: Readonly<Record<string, number>> = { ETH: 18, USDT: 6, BTC: 8 };

async function send(currency = '', address = '', amount = ''): Promise<void> {
  const code = currency.toUpperCase();
  const decimals = DECIMALS[code];
  if (decimals === undefined || !address) {
    throw new UsageError('usage: npm run chains -- send USDT|ETH|BTC <address> <amount>');
  }
  if (!new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`).test(amount) || Number(amount) === 0) {
    throw new UsageError(`the amount is a number above 0 with at most ${decimals} decimal places: 120.5`);
  }
  const { ethereum, bitcoin } = readNodes(dataDir);
  const node = code === 'BTC' ? bitcoin : ethereum;
  if (!node) throw new UsageError(`${code} has no local chain here`);
  const right = code === 'BTC' ? /^(bc|rltc)1[a-z0-9]{20,}$/ : /^0x[0-9a-fA-F]{40}$/;
  if (!right.test(address)) {
    throw new UsageError(
      code === 'BTC' ? 'an address of Bitcoin begins with bc1' : 'an address of Ethereum is 0x and 40 digits: ERC20',
    );
  }
  console.log(`sent, transaction ${await pay(code, node, address, amount)}`);
}

async function pay(
  code: string,
  node: { readonly port: number; readonly token?: Hex | null },
  address: string,
  amount: string,
): Promise<string> {
  if (code === 'BTC') return bitcoinFaucet(bitcoinUrl(node.port)).send(address, amount);
  const faucet = evmFaucet(ethereumUrl(node.port));
  const units = parseUnits(amount, DECIMALS[code] ?? 0);
  if (code === 'ETH') return faucet.sendCoins(address, units);
  if (!node.token) throw new UsageError('the token is not deployed yet: try again in a moment');
  return faucet.sendToken(node.token, address, units);
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
  else throw new UsageError('usage: npm run chains [-- send <currency> <address> <amount> | mine <chain> [blocks]]');
} catch (error) {
  // What viem says begins with what went wrong; the rest repeats the request.
  console.error(error instanceof Error ? error.message.split('\n')[0] : error);
  process.exitCode = 1;
}
