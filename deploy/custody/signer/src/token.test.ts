import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutScript, p2wpkh, RawTx, SigHash, Transaction } from '@scure/btc-signer';
import { openSigner } from '@tessera/signer-api';
import { type Hex, hexToBytes, parseTransaction, recoverPublicKey, recoverTransactionAddress, toHex } from 'viem';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyFile } from './key-file.ts';
import { configOf, evmRequest, SEED } from './testing/stage.ts';

/* Real PKCS#11: Debian's softhsm2, and pkcs11js compiled for this test. Skipped where one of them cannot be had. */

const VERSION = '2.1.7';
const PACKAGE = {
  private: true,
  dependencies: { pkcs11js: VERSION },
  // npm from version 11.19 on compiles only what is listed.
  allowScripts: { pkcs11js: true },
};
const LOCK = {
  name: 'token-test',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { dependencies: PACKAGE.dependencies },
    'node_modules/pkcs11js': {
      version: VERSION,
      resolved: `https://registry.npmjs.org/pkcs11js/-/pkcs11js-${VERSION}.tgz`,
      integrity: 'sha512-hstUuhkFoISF8BmTVRtaZzbF09WjE39K3gzZzUrI8WtRu4cYl4gakkd06I4Kq36kR/mkwVw2T2y3kHXk6JvuHQ==',
      hasInstallScript: true,
      license: 'MIT',
    },
  },
};

const SOFTHSM = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find((path) => existsSync(path));
const INITIALISER = 'softhsm2-util';
const exists = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Compiled once into `node_modules/.cache`; null where npm, its registry or a compiler is missing. */
function buildPackage(): string | null {
  const cache = join(import.meta.dirname, '../node_modules/.cache');
  const kept = join(cache, `pkcs11js-${VERSION}`);
  const built = join(kept, 'node_modules/pkcs11js');
  if (existsSync(built)) return built;
  if (!['c++', 'make', 'python3', 'npm'].every(exists)) return null;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, 'making-'));
  writeFileSync(join(making, 'package.json'), JSON.stringify(PACKAGE));
  writeFileSync(join(making, 'package-lock.json'), JSON.stringify(LOCK));
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--fetch-retries=0', '--fetch-timeout=20000'], {
    cwd: making,
    stdio: 'ignore',
    timeout: 60_000,
  });
  const compiled = existsSync(join(making, 'node_modules/pkcs11js/build/Release/pkcs11.node'));
  try {
    if (status === 0 && compiled) renameSync(making, kept);
  } catch {
    // Another run was first.
  }
  rmSync(making, { recursive: true, force: true });
  return existsSync(built) ? built : null;
}

const pkcs11js = SOFTHSM !== undefined && exists(INITIALISER) ? buildPackage() : null;
const folder = mkdtempSync(join(tmpdir(), 'tessera-token-'));
const at = (name: string) => join(folder, name);
const PIN = '1234567890';
const PASSPHRASE = 'correct horse battery staple';
const env = { ...process.env, SOFTHSM2_CONF: at('softhsm2.conf') };
afterAll(() => rmSync(folder, { recursive: true }));

/** What someone with the PIN tries: reads the key `hot-evm`, and makes `loose`, a key that can be read. */
const THIEF = `
  const p = require(process.argv[1]);
  const d = new p.PKCS11();
  d.load(process.argv[2]);
  d.C_Initialize();
  const s = d.C_OpenSession(d.C_GetSlotList(true)[0], p.CKF_SERIAL_SESSION | p.CKF_RW_SESSION);
  d.C_Login(s, p.CKU_USER, process.argv[3]);
  d.C_FindObjectsInit(s, [{ type: p.CKA_CLASS, value: p.CKO_PRIVATE_KEY }, { type: p.CKA_LABEL, value: 'hot-evm' }]);
  const [key] = d.C_FindObjects(s, 1);
  d.C_FindObjectsFinal(s);
  try { d.C_GetAttributeValue(s, key, [{ type: p.CKA_VALUE }]); console.log('read'); } catch (e) { console.log(e.message); }
  try { d.C_SetAttributeValue(s, key, [{ type: p.CKA_EXTRACTABLE, value: true }]); console.log('set'); } catch (e) { console.log(e.message); }
  const common = [{ type: p.CKA_KEY_TYPE, value: p.CKK_EC }, { type: p.CKA_TOKEN, value: true }, { type: p.CKA_LABEL, value: 'loose' }];
  d.C_GenerateKeyPair(s, { mechanism: p.CKM_EC_KEY_PAIR_GEN, parameter: null },
    [...common, { type: p.CKA_EC_PARAMS, value: Buffer.from('06052b8104000a', 'hex') }],
    [...common, { type: p.CKA_SIGN, value: true }, { type: p.CKA_EXTRACTABLE, value: true }]);
`;

function configFile(name: string, token: object): string {
  const config = configOf();
  const { ethereum, bitcoin } = config.chains;
  const whole = {
    pkcs11js,
    module: SOFTHSM,
    label: 'tessera',
    keys: { ethereum: 'hot-evm', bitcoin: 'hot-btc' },
    ...token,
  };
  writeFileSync(at(name), JSON.stringify({ ...config, chains: { ethereum, bitcoin }, token: whole }));
  return at(name);
}
const start = (...args: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
/** All that a command prints, with its exit code. */
function run(...args: string[]): Promise<string> {
  const child = start(...args);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  return new Promise((resolve) => child.once('close', (code) => resolve(`${text}${code}`)));
}

const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;

describe.skipIf(!pkcs11js)('keys in a token (skipped without softhsm2, a compiler or pkcs11js)', () => {
  it('sign payments on Ethereum and Bitcoin, and never leave it', { timeout: 300_000 }, async () => {
    mkdirSync(at('tokens'));
    writeFileSync(env.SOFTHSM2_CONF, `directories.tokendir = ${at('tokens')}\nobjectstore.backend = file\n`);
    const init = ['--init-token', '--free', '--label', 'tessera', '--pin', PIN, '--so-pin', '0987654321'];
    execFileSync(INITIALISER, init, { env, stdio: 'ignore' });
    createKeyFile(at('key'), PASSPHRASE, SEED, { N: 2 ** 14, r: 8, p: 1 });
    writeFileSync(at('secrets'), `${PASSPHRASE}\n${PIN}\n`);
    writeFileSync(at('wrong'), `${PASSPHRASE}\n0000000000\n`);
    const config = configFile('config.json', {});
    const [secrets, key] = [
      ['--passphrase-file', at('secrets')],
      ['--key', at('key')],
    ];

    const create = (chain: string) => run('create-token-key', '--config', config, '--chain', chain, ...secrets);
    expect(await run('addresses', ...key, '--config', config, ...secrets)).toMatch(/No key is labelled hot-evm\.\n1$/);
    expect(await create('ethereum')).toMatch(/The key hot-evm is in the token tessera\.\n0$/);
    expect(await create('bitcoin')).toMatch(/0$/);
    expect(await create('ethereum')).toMatch(/The label hot-evm is used\.\n1$/);
    const printed = await run('addresses', ...key, '--config', config, ...secrets);

    const thief = execFileSync(process.execPath, ['-e', THIEF, pkcs11js ?? '', SOFTHSM ?? '', PIN], { env });
    expect(String(thief)).toMatch(/^CKR_ATTRIBUTE_SENSITIVE.*\nCKR_/);
    const refused = (name: string, token: object, with_ = secrets) =>
      run('addresses', ...key, '--config', configFile(name, token), ...with_);
    expect(await refused('loose', { keys: { ethereum: 'loose' } })).toMatch(/could be read from the token\.\n1$/);
    expect(await refused('absent', { label: 'other' })).toMatch(/0 tokens are labelled other\.\n1$/);
    expect(await refused('stray', { keys: { solana: 'hot-evm' } })).toMatch(/solana, which is no chain\.\n1$/);
    expect(await refused('nothing', { pkcs11js: '/nowhere/pkcs11js' })).toMatch(/pkcs11js cannot be loaded.*\n1$/);
    expect(await refused('pin', {}, ['--passphrase-file', at('wrong')])).toMatch(/CKR_PIN_INCORRECT/);

    const serving = start(
      'serve',
      ...key,
      ...['--config', config, '--state', at('state'), '--socket', at('socket')],
      ...secrets,
    );
    try {
      await new Promise<void>((resolve, reject) => {
        serving.stdout.on('data', (part) => String(part).includes('listens at') && resolve());
        serving.once('exit', () => reject(new Error('the signer ended')));
      });
      const signer = openSigner(at('socket'));
      const { chains } = await signer.status();
      const [evm, btc] = chains.map(({ address }) => address);
      expect(printed).toContain(`ethereum hot wallet ${evm}`);
      expect(printed).toContain(`bitcoin hot wallet ${btc}`);

      // Enough for both recovery ids, and for values of s that the token makes high.
      for (let n = 0; n < 16; n += 1) {
        const asked = evmRequest({ amount: '1' });
        const { raw } = await signer.sign(asked);
        const bytes: Hex = `0x${raw}`;
        expect(await recoverTransactionAddress({ serializedTransaction: bytes as never })).toBe(evm);
        expect(BigInt(parseTransaction(bytes).s ?? 0) <= ORDER / 2n).toBe(true);
        expect((await signer.sign(asked)).raw).toBe(raw);
      }

      const values = [60_000n, 50_000n];
      const { raw } = await signer.sign({
        chain: 'bitcoin',
        payments: [
          {
            id: 'withdrawal:btc',
            asset: 'BTC',
            contract: null,
            decimals: 8,
            to: btc ?? '',
            amount: '70000',
            attempt: 0,
            approvals: [],
          },
        ],
        spend: {
          kind: 'utxo',
          inputs: values.map((value, vout) => ({ txid: 'ab'.repeat(32), vout, value: String(value) })),
          change: '30000',
        },
      });
      const { witnesses = [] } = RawTx.decode(hexToBytes(`0x${raw}`));
      const unsigned = Transaction.fromRaw(hexToBytes(`0x${raw}`));
      for (const [index, [signature, publicKey]] of witnesses.entries()) {
        if (!signature || !publicKey) throw new Error('no witness');
        const { hash, address } = p2wpkh(publicKey, { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0 });
        expect(address).toBe(btc);
        const script = OutScript.encode({ type: 'pkh', hash });
        const digest = unsigned.preimageWitnessV0(index, script, SigHash.ALL, values[index] ?? 0n);
        const rLength = signature[3] ?? 0;
        const [r, s] = [signature.subarray(4, 4 + rLength), signature.subarray(6 + rLength, -1)].map((part) =>
          toHex(BigInt(toHex(part)), { size: 32 }),
        ) as [Hex, Hex];
        const found = await Promise.all(
          [0, 1].map((yParity) => recoverPublicKey({ hash: toHex(digest), signature: { r, s, yParity } })),
        );
        const points = found.map((point) => point.slice(4, 68));
        expect(points).toContain(toHex(publicKey).slice(4));
        expect(signature.at(-1)).toBe(SigHash.ALL);
      }
      expect(witnesses).toHaveLength(2);
    } finally {
      const ended = new Promise((resolve) => serving.once('exit', resolve));
      serving.kill('SIGTERM');
      await ended;
    }
  });
});
