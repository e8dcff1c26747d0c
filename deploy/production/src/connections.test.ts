import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { readCompose, serviceOf } from './compose.ts';
import { readText } from './repository.ts';

/** Path of nft, if this machine has it. */
const { NFT_PATH } = process.env;
const RULES = 'deploy/production/nginx/connections.nft';
const LIMIT = 'ct count over 10000';

/** Opens connections in a network of their own, and prints how many of each address came through. */
const PROGRAM = `
import { connect, createServer } from 'node:net';
const opens = (host, localAddress) => new Promise((resolve) => {
  const socket = connect({ host, port: 443, localAddress });
  socket.once('connect', () => resolve(true)).on('error', () => resolve(false));
  setTimeout(resolve, 900, false);
});
createServer(() => undefined).listen(443, '::', async () => {
  const through = async (host, from, count) =>
    (await Promise.all(Array.from({ length: count }, () => opens(host, from)))).filter(Boolean).length;
  const opened = [];
  for (const [host, from] of [['127.0.0.1', '127.0.0.2'], ['127.0.0.1', '127.0.0.3'], ['fd00::1', 'fd00:0:0:1::2'], ['fd00::1', 'fd00:0:0:2::3'], ['fd00::1', 'fd00:0:0:1::4']])
    opened.push(await through(host, from, 8));
  console.log(JSON.stringify(opened));
  process.exit(0);
});`;

const can = (program: string, ...args: readonly string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
/** A machine that lets its users make networks. */
const isolates = process.platform === 'linux' && can('unshare', '-rn', 'true') && can('ip', '-V');

test('the ports of the edge are those whose connections are counted', () => {
  const published = (serviceOf(readCompose(), 'nginx').ports ?? []).map((port) => Number(String(port).split(':')[0]));
  const counted = [...readText(RULES).matchAll(/tcp dport \{ ([\d, ]+) \}/g)].map(([, ports = '']) =>
    ports.split(', ').map(Number),
  );
  expect(counted).toEqual([published, published]);
});

test.skipIf(!NFT_PATH || !isolates)(
  'an address, or a network of 64 bits, has so many connections and no more; others are let in (NFT_PATH)',
  async () => {
    const text = readText(RULES);
    expect(text.split(LIMIT)).toHaveLength(3);
    const folder = await temporaryFolder();
    const [rules, program] = [join(folder, 'rules.nft'), join(folder, 'program.mjs')];
    writeFileSync(rules, text.replaceAll(LIMIT, 'ct count over 5'));
    writeFileSync(program, PROGRAM);
    const steps = [
      'ip link set lo up',
      ...['fd00::1', 'fd00:0:0:1::2', 'fd00:0:0:2::3', 'fd00:0:0:1::4'].map(
        (each) => `ip addr add ${each}/64 dev lo nodad`,
      ),
      // A second time replaces the first.
      '"$NFT" -f "$RULES"',
      '"$NFT" -f "$RULES"',
      '"$NODE" "$PROGRAM"',
    ];
    const { stdout, stderr } = spawnSync('unshare', ['-rn', 'sh', '-ec', steps.join('; ')], {
      encoding: 'utf8',
      env: { ...process.env, NFT: NFT_PATH, RULES: rules, NODE: process.execPath, PROGRAM: program },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([5, 5, 5, 5, 0]);
  },
);
