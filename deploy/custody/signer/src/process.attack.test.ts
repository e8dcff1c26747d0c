import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigner } from '@tessera/signer-api';
import { afterAll, describe, expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import { createKeyFile, openKeyFile } from './key-file.ts';
import { configOf, evmRequest, JOURNAL_KEY, SEED } from './testing/stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const PASSPHRASE = 'correct horse battery staple';
/** Tests do not pay for the price of a guess. */
const CHEAP = { N: 2 ** 14, r: 8, p: 1 };

describe('the key file', { timeout: 120_000 }, () => {
  it('opens by its passphrase alone, is the owner’s alone, and is never overwritten', () => {
    createKeyFile(at('key'), PASSPHRASE, SEED, CHEAP);
    expect(statSync(at('key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('key'), 'utf8')).not.toContain(SEED.toString('base64'));
    expect(openKeyFile(at('key'), PASSPHRASE)).toEqual(SEED);
    expect(() => openKeyFile(at('key'), `${PASSPHRASE} `)).toThrow('passphrase is wrong');
    const file = JSON.parse(readFileSync(at('key'), 'utf8'));
    for (const part of ['salt', 'iv', 'sealed', 'tag']) {
      const bytes = Buffer.from(file[part], 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(at('altered'), JSON.stringify({ ...file, [part]: bytes.toString('base64') }));
      expect(() => openKeyFile(at('altered'), PASSPHRASE)).toThrow('altered');
    }
    expect(() => createKeyFile(at('key'), PASSPHRASE)).toThrow('EEXIST');
    expect(() => createKeyFile(at('short'), 'short')).toThrow('12 characters');
  });
});

describe('the state', { timeout: 120_000 }, () => {
  const entry = (n: number) => ({ type: 'seen', at: n, chain: 'ethereum', address: `0x${n}` }) as const;
  it('drops what a stop left half written, and notices what was altered, removed or put in', () => {
    const written = openJournal(at('state'), JOURNAL_KEY);
    for (const n of [1, 2, 3]) written.append(entry(n));
    written.close();
    const content = readFileSync(at('state'), 'utf8');
    appendFileSync(at('state'), 'ab12 {"type":"seen","at":5');
    const read = openJournal(at('state'), JOURNAL_KEY);
    read.append(entry(5));
    read.close();
    writeFileSync(at('other'), content);
    const lines = content.trimEnd().split('\n');
    for (const wrong of [
      content.replace('"at":2', '"at":9'),
      `${[lines[0], lines[2]].join('\n')}\n`,
      `${[lines[0], lines[0], ...lines.slice(1)].join('\n')}\n`,
    ]) {
      writeFileSync(at('other'), wrong);
      expect(() => openJournal(at('other'), JOURNAL_KEY)).toThrow('was altered');
    }
    writeFileSync(at('other'), content);
    expect(() => openJournal(at('other'), SEED)).toThrow('another key');
  });

  it('is read in parts: no text could hold that of some years', () => {
    const written = openJournal(at('long'), JOURNAL_KEY);
    const sizes = [1, 65_000, 200_000, 30_000, 65_536, 7];
    const all = sizes.map((size, n) => ({ ...entry(n), address: 'ä'.repeat(size) }));
    for (const each of all) written.append(each);
    written.close();
    appendFileSync(at('long'), 'x'.repeat(70_000));
    const { size } = statSync(at('long'));
    const read = openJournal(at('long'), JOURNAL_KEY);
    expect(read.entries).toEqual(all);
    expect(statSync(at('long')).size).toBe(size - 70_000);
    read.append(entry(9));
    read.close();
    const again = openJournal(at('long'), JOURNAL_KEY);
    expect(again.entries).toEqual([...all, entry(9)]);
    again.close();
  });

  it('is used by one process at a time', () => {
    writeFileSync(at('held.lock'), String(process.ppid));
    expect(() => openJournal(at('held'), JOURNAL_KEY)).toThrow('is used by process');
    // A process that is gone holds nothing.
    writeFileSync(at('held.lock'), '999999999');
    openJournal(at('held'), JOURNAL_KEY).close();
  });
});

describe('the process', { timeout: 120_000 }, () => {
  const files = () => {
    // tronweb alone takes longer to load than all the rest.
    const config = configOf();
    writeFileSync(at('config.json'), JSON.stringify({ ...config, chains: { ethereum: config.chains.ethereum } }));
    writeFileSync(at('passphrase'), `${PASSPHRASE}\n`);
    return ['--key', at('process-key'), '--passphrase-file', at('passphrase')];
  };
  const run = (...args: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const until = (child: ReturnType<typeof run>, text: string) =>
    new Promise<void>((resolve, reject) => {
      let seen = '';
      const read = (part: Buffer) => {
        seen += String(part);
        if (seen.includes(text)) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => (seen.includes(text) ? resolve() : reject(new Error(seen))));
    });
  const ended = (child: ReturnType<typeof run>) => new Promise((resolve) => child.once('exit', resolve));

  it('signs the same bytes after kill -9, listens to its owner alone, and withstands garbage', async () => {
    const key = files();
    createKeyFile(at('process-key'), PASSPHRASE, SEED, CHEAP);
    const args = ['serve', ...key, '--config', at('config.json'), '--state', at('served'), '--socket', at('socket')];
    const asked = evmRequest();
    const start = async () => {
      const child = run(...args);
      await until(child, 'listens at');
      return child;
    };
    const first = await start();
    expect(statSync(at('socket')).mode & 0o777).toBe(0o600);
    const client = openSigner(at('socket'));
    const signed = await client.sign(asked);
    expect((await client.announce('ethereum', [asked.payments[0]?.to ?? ''])).size).toBe(1);
    // Another process with the same state would allow the caps twice.
    await until(run(...args.with(-1, at('second'))), 'is used by process');
    const dead = ended(first);
    first.kill('SIGKILL');
    await dead;
    await expect(client.sign(asked)).rejects.toThrow();
    const second = await start();
    expect(await client.known([asked.payments[0]?.id ?? ''])).toEqual([signed]);
    expect(await client.sign(asked)).toEqual(signed);
    const send = (path: string, body: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request({ socketPath: at('socket'), path, method: 'POST' }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.once('error', reject);
        sent.end(body);
      });
    const bytes = (spend: object) => JSON.stringify({ ...asked, spend: { ...asked.spend, ...spend } });
    for (const [path, body] of [
      ['/sign', 'no JSON'],
      ['/sign', '{}'],
      ['/sign', bytes({ nonce: -1 })],
      ['/sign', bytes({ data: '0xdeadbeef' })],
      ['/sign', bytes({ gas: '1e9' })],
      ['/keys', '{}'],
      ['/known', '{"ids":"all"}'],
    ] as const) {
      expect(await send(path, body)).toBe(409);
    }
    expect((await client.status()).chains.map(({ chain }) => chain)).toEqual(['ethereum']);
    const gone = ended(second);
    second.kill('SIGTERM');
    await gone;
  });
});
