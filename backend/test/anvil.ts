import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createPublicClient, createTestClient, createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { artefact } from '../src/domains/nft/chain/client.ts';

/* A real EVM node for tests: anvil of the npm package, which is installed for most machines. */

/** The first account of every anvil: it has money there and nowhere else. */
export const SIGNER_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Path of the program; undefined where no package of it fits this machine. */
export function findAnvil(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const beside = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
    const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
    const path = join(dirname(beside.resolve(`${name}/package.json`)), 'bin/anvil');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

async function started(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const part of child.stdout ?? []) {
    output += String(part);
    const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1];
    if (address) return `http://${address}`;
  }
  throw new Error(`anvil did not start: ${output}`);
}

/** Starts a chain whose blocks are made on demand, with the contract on it. */
export async function startChain(program: string) {
  const child = spawn(program, ['--port', '0', '--host', '127.0.0.1', '--no-mining'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await started(child);
  child.stdout?.resume();
  const transport = http(url);
  const account = privateKeyToAccount(SIGNER_KEY);
  const node = createTestClient({ mode: 'anvil', transport });
  const reader = createPublicClient({ transport, cacheTime: 0, pollingInterval: 10 });
  const wallet = createWalletClient({ account, transport });
  const { abi, bytecode } = artefact();
  const hash = await wallet.deployContract({ abi, bytecode, chain: null });
  await node.mine({ blocks: 1 });
  const { contractAddress } = await reader.getTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the contract was not deployed');
  return {
    url,
    contract: contractAddress,
    node,
    wallet,
    mine: (blocks = 1) => node.mine({ blocks }),
    read: (functionName: string, ...args: unknown[]) =>
      reader.readContract({ address: contractAddress, abi, functionName, args }),
    nonce: () => reader.getTransactionCount({ address: account.address }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}
