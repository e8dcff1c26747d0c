// The signer: the one process that holds keys. See docs/treasury.md.
import { hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { type ChainConfig, readConfig, type SignerConfig } from './config.ts';
import { openJournal } from './journal.ts';
import { createKeyFile, openKeyFile, SEED_BYTES } from './key-file.ts';
import { depositAccount, depositKeys, hotKey, openChains } from './keys.ts';
import { serveSigner } from './server.ts';
import { createSigner } from './signer.ts';

const USAGE = `signer create-key --key <file> [--seed-file <file>]
signer addresses  --key <file> --config <file>
signer serve      --key <file> --config <file> --state <file> --socket <path>
signer create-token-key --config <file> --chain <name>

The passphrase is the first line of the standard input, or of --passphrase-file, and the PIN of a token the second.
--seed-file restores a key: 64 hexadecimal digits.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    config: { type: 'string' },
    state: { type: 'string' },
    socket: { type: 'string' },
    chain: { type: 'string' },
    'passphrase-file': { type: 'string' },
    'seed-file': { type: 'string' },
  },
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function required(name: 'key' | 'config' | 'state' | 'socket' | 'chain'): string {
  return values[name] ?? fail(`--${name} is missing.\n\n${USAGE}`);
}

/** Never an argument or an environment variable: other processes of the machine read those. */
function secrets(): { readonly passphrase: string; readonly pin: string } {
  const [passphrase = '', pin = ''] = readFileSync(values['passphrase-file'] ?? 0, 'utf8').split(/\r?\n/);
  return { passphrase, pin };
}

type Seed = ReturnType<typeof openKeyFile>;
/** Keys of the hot wallets: of the token, where the configuration names one for the chain, else of the seed. */
async function hotKeys({ token: config }: SignerConfig, seed: Seed, pin: string) {
  // Loaded on demand: most signers have no token.
  const token = config && (await import('./token.ts')).openToken(config, pin);
  const labels = new Map(Object.entries(config?.keys ?? {}));
  return (kind: ChainConfig['kind'], name: string) => {
    const label = labels.get(name);
    return token && label !== undefined ? token.keyOf(label) : hotKey(seed, kind);
  };
}

async function createTokenKey(): Promise<void> {
  const { token: config } = readConfig(required('config'));
  const chain = required('chain');
  const label = new Map(Object.entries(config?.keys ?? {})).get(chain);
  if (!config || label === undefined) fail(`The configuration names no key of a token for ${chain}.`);
  const { openToken } = await import('./token.ts');
  openToken(config, secrets().pin).createKey(label);
  console.log(`The key ${label} is in the token ${config.label}.`);
}

function createKey(): void {
  const file = values['seed-file'];
  const hex = file === undefined ? undefined : readFileSync(file, 'utf8').trim();
  if (hex !== undefined && !new RegExp(`^[0-9a-f]{${SEED_BYTES * 2}}$`, 'i').test(hex)) fail('The seed is not valid.');
  createKeyFile(required('key'), secrets().passphrase, hex === undefined ? undefined : Buffer.from(hex, 'hex'));
  console.log(`The key is in ${values.key}. Keep a copy of the file and the passphrase, at different places.`);
}

async function addresses(): Promise<void> {
  const config = readConfig(required('config'));
  const { passphrase, pin } = secrets();
  const seed = openKeyFile(required('key'), passphrase);
  const chains = await openChains(config, await hotKeys(config, seed, pin));
  for (const [name, { address, kind }] of chains) {
    console.log(`${name} hot wallet ${address}\n${name} deposits   ${depositAccount(seed, kind)}`);
  }
}

async function serve(): Promise<void> {
  const config = readConfig(required('config'));
  const { passphrase, pin } = secrets();
  const seed = openKeyFile(required('key'), passphrase);
  const journal = openJournal(
    required('state'),
    Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), 'tessera signer journal', 32)),
  );
  const chains = await openChains(config, await hotKeys(config, seed, pin));
  const deposits = new Map([...chains].map(([name, { kind }]) => [name, depositKeys(seed, kind)]));
  seed.fill(0);
  const clocks = { wall: Date.now, monotonic: () => performance.now() };
  const signer = createSigner({ config, chains, deposits, journal, clocks });
  const server = await serveSigner(signer, required('socket'), (line) => console.error(line));
  // With NODE_COMPILE_CACHE the next start compiles nothing, also where this process is killed.
  flushCompileCache();
  console.log(`The signer ${config.name} listens at ${values.socket}.`);
  const stop = () => {
    server.close(() => {
      journal.close();
      process.exit(0);
    });
    server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

const commands: Readonly<Record<string, () => void | Promise<void>>> = {
  'create-key': createKey,
  addresses,
  serve,
  'create-token-key': createTokenKey,
};
const command = commands[positionals[0] ?? ''];
if (!command || positionals.length !== 1) fail(USAGE);
try {
  await command();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
