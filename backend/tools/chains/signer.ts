import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSigner, type SignerClient } from '@tessera/signer-api';
import { control, type Program } from './programs.ts';

/* The signer as operators run it, a process of its own: for local chains with test keys, and for tests. */

const MAIN = join(import.meta.dirname, '../../../deploy/custody/signer/src/main.ts');

/** Runs the signer with arguments until it has said a text. Rejects with its own words where it ends before. */
export async function runSigner(args: readonly string[], text: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (part: Buffer) => {
    output += String(part);
  });
  for await (const part of child.stdout ?? []) {
    output += String(part);
    if (output.includes(text)) {
      child.stdout?.resume();
      return child;
    }
  }
  throw new Error(`the signer did not start: ${output}`);
}

/** Longest path of a Unix socket: 104 bytes on macOS, 108 on Linux, the end included. */
const LONGEST_SOCKET = 103;
/** It protects nothing and is no secret: the keys are of chains of this machine. */
const PASSPHRASE = 'test coins only, worth nothing';

const NOTE = `These are TEST KEYS of the local chains that \`npm run chains\` starts. Their passphrase lies beside
them: anyone who reads this folder can spend what they hold. Never send real coins to an address of theirs.
`;

const folderOf = (chains: string): string => join(chains, 'test-signer');
const keyArguments = (folder: string): string[] => [
  '--key',
  join(folder, 'test-key'),
  '--passphrase-file',
  join(folder, 'test-passphrase'),
];

/** Where the signer of a folder of chains listens; null where that path is too long for a socket. */
export function signerSocket(chains: string): string | null {
  const path = join(folderOf(chains), 'socket');
  return Buffer.byteLength(path) > LONGEST_SOCKET ? null : path;
}

/** Makes the keys of a folder of chains and returns their seed. What an interrupted first start left is replaced. */
export async function createTestKeys(chains: string): Promise<Uint8Array> {
  const folder = folderOf(chains);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'READ-ME'), NOTE);
  writeFileSync(join(folder, 'test-passphrase'), PASSPHRASE, { mode: 0o600 });
  const seed = randomBytes(32);
  const seedFile = join(folder, 'seed');
  writeFileSync(seedFile, seed.toString('hex'), { mode: 0o600 });
  try {
    await runSigner(['create-key', ...keyArguments(folder), '--seed-file', seedFile], 'The key is in');
  } finally {
    rmSync(seedFile);
  }
  return seed;
}

/** Caps by transaction, hour and day. Nothing needs members: what is above a cap is not paid. */
const asset = (
  contract: string | null,
  decimals: number,
  [transaction, hour, day]: readonly [string, string, string],
) => ({
  contract,
  decimals,
  caps: { transaction, hour, day },
  approvalsAbove: day,
  whitelistDelay: 0,
});

const configuration = (token: string | null, bitcoin: boolean) => ({
  name: 'test-local-chains',
  approvers: [],
  rpId: 'localhost',
  origins: ['http://localhost:8080'],
  chains: {
    ...(token && {
      ethereum: {
        kind: 'evm',
        chainId: 31_337,
        decimals: 18,
        fees: { transaction: '0.05', day: '5' },
        assets: {
          ETH: asset(null, 18, ['10', '50', '200']),
          USDT: asset(token, 6, ['20000', '100000', '400000']),
        },
      },
    }),
    ...(bitcoin && {
      bitcoin: {
        kind: 'utxo',
        network: { bech32: 'bc', pubKeyHash: 0, scriptHash: 5 },
        decimals: 8,
        fees: { transaction: '0.01', day: '0.5' },
        assets: { BTC: asset(null, 8, ['1', '3', '8']) },
      },
    }),
  },
});

/** Starts the signer of a folder of chains; `token` is the contract of USDT, null without an EVM chain. */
export async function startTestSigner(
  { folder: chains, socket }: { readonly folder: string; readonly socket: string },
  { token, bitcoin }: { readonly token: string | null; readonly bitcoin: boolean },
): Promise<Omit<Program, 'url'> & { readonly client: SignerClient }> {
  const folder = folderOf(chains);
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(configuration(token, bitcoin), null, 2));
  const files = ['--config', config, '--state', join(folder, 'state'), '--socket', socket];
  const child = await runSigner(['serve', ...keyArguments(folder), ...files], 'listens at');
  child.stderr?.on('data', (part: Buffer) => process.stderr.write(`signer: ${part}`));
  return { client: openSigner(socket), ...control(child) };
}
