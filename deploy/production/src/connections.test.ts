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
const LIMIT = 'ct count over 8000';
/** A connection that is dropped hears nothing. */
const DROPPED = 'counter drop';

/** Opens connections in a network of their own, and prints how many of each address came through. */
const PROGRAM = `
import { connect, createServer } from 'node:net';
const opens = (host, localAddress) => new Promise((resolve) => {
  const socket = connect({ host, port: 443, localAddress });
  socket.once('connect', () => resolve(true)).on('error', () => resolve(false));
});
createServer(() => undefined).listen(443, '::', async () => {
  const through = async (host, from, count) =>
    (await Promise.all(Array.from({ length: count }, () => opens(host, from)))).filter(Boolean).length;
  const opened = [];
  for (const [host, from] of [['127.0.0.1', '127.0.0.2'], ['127.0.0.1', '127.0.0.3'], ['fd00::1', 'fd00:0:1:1::2'], ['fd00::1', 'fd00:0:2:1::3'], ['fd00::1', 'fd00:0:1:2::4']])
    opened.push(await through(host, from, 8));
  console.log(JSON.stringify(opened));
  process.exit(0);
});`;

/** Listens on the port of the edge, or prints how many of eight connections to an address came through. */
const PEER = `
import { connect, createServer } from 'node:net';
const [host] = process.argv.slice(2);
if (host === undefined) createServer(() => undefined).listen(443, '::', () => console.error('listens'));
else {
  const opens = () => new Promise((resolve) => {
    const socket = connect({ host, port: 443 });
    socket.once('connect', () => resolve(true)).on('error', () => resolve(false));
  });
  const opened = await Promise.all(Array.from({ length: 8 }, opens));
  console.log(opened.filter(Boolean).length);
  process.exit(0);
}`;

/**
 * A machine with the rules, between a container of its own and another machine. What is ready says so by a pipe; Node opens
 * it for itself, as it takes the waiting from what it writes to.
 */
const BETWEEN = `
mkfifo "$FOLDER/ready"
exec 3<>"$FOLDER/ready"
unshare -n sh -c 'echo >&3; exec sleep 60' & CONTAINER=$!
unshare -n sh -c 'echo >&3; exec sleep 60' & OTHER=$!
trap 'kill $CONTAINER $OTHER $LISTENING' EXIT
read _ <&3
read _ <&3
join() {
  ip link add "$2" type veth peer name own netns "$1"
  ip addr add "$3.1/24" dev "$2"
  ip link set "$2" up
  nsenter -t "$1" -n sh -ec "ip link set lo up; ip addr add $3.2/24 dev own; ip link set own up; ip route add default via $3.1"
}
ip link set lo up
join $CONTAINER container 10.7.0
join $OTHER other 10.8.0
echo 1 > /proc/sys/net/ipv4/ip_forward
"$NFT" -f "$RULES"
"$NODE" "$PROGRAM" 2>"$FOLDER/ready" & LISTENING=$!
nsenter -t $OTHER -n "$NODE" "$PROGRAM" 2>"$FOLDER/ready" & LISTENING="$LISTENING $!"
read _ <&3
read _ <&3
nsenter -t $CONTAINER -n "$NODE" "$PROGRAM" 10.8.0.2
nsenter -t $CONTAINER -n "$NODE" "$PROGRAM" 10.7.0.1`;

const can = (program: string, ...args: readonly string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
/** A machine that lets its users make networks. */
const isolates = process.platform === 'linux' && can('unshare', '-rn', 'true') && can('ip', '-V');

/**
 * What steps print in a network of their own, with rules that let an address have five connections, and tell further ones
 * that they are refused: nothing has to be waited for.
 */
async function inNetwork(steps: string, source: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const text = readText(RULES);
  expect(text.split(LIMIT)).toHaveLength(3);
  expect(text.split(DROPPED)).toHaveLength(3);
  const folder = await temporaryFolder();
  const [rules, program] = [join(folder, 'rules.nft'), join(folder, 'program.mjs')];
  writeFileSync(rules, text.replaceAll(LIMIT, 'ct count over 5').replaceAll(DROPPED, 'counter reject with tcp reset'));
  writeFileSync(program, source);
  return spawnSync('unshare', ['-rn', 'sh', '-ec', steps], {
    encoding: 'utf8',
    env: { ...process.env, NFT: NFT_PATH, RULES: rules, FOLDER: folder, NODE: process.execPath, PROGRAM: program },
  });
}

test('the ports of the edge are those whose connections are counted', () => {
  const published = (serviceOf(readCompose(), 'nginx').ports ?? []).map((port) => Number(String(port).split(':')[0]));
  const counted = [...readText(RULES).matchAll(/tcp dport \{ ([\d, ]+) \}/g)].map(([, ports = '']) =>
    ports.split(', ').map(Number),
  );
  expect(counted).toEqual([published, published]);
});

test('what is counted arrives at the machine itself: containers may connect to others as they like', () => {
  const rules = readText(RULES).match(/^ *[^#\n]*\bct count over .*$/gm) ?? [];
  expect(rules).toHaveLength(2);
  for (const rule of rules) expect(rule.trim()).toMatch(/^fib daddr type local tcp dport /);
});

test('all that an address may hold leaves room for others in one process of nginx, so on one core too', () => {
  const edge = readText('deploy/production/nginx/nginx.conf.template');
  const only = (text: string, pattern: RegExp): number => {
    const found = new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)));
    expect([pattern.source, found.size]).toEqual([pattern.source, 1]);
    return [...found][0] ?? Number.NaN;
  };
  const places = only(edge, /\bworker_connections (\d+);/g);
  const connections = only(readText(RULES), /\bct count over (\d+)/g);
  const sockets = only(edge, /\blimit_conn sockets (\d+);/g);
  const requests = only(edge, /\blimit_conn requests (\d+);/g);
  const downloads = only(edge, /\blimit_conn downloads (\d+);/g);
  // Sockets, requests and files under way are among the connections, and take a second place each.
  const held = connections + sockets + requests + downloads;
  expect(places - held).toBeGreaterThanOrEqual(places / 8);
  expect(edge).toContain('worker_processes auto;');
  // As it is stated where an operator reads it.
  const written = [places, connections, sockets, requests, downloads, held].map((each) => each.toLocaleString('en'));
  const guide = readText('docs/production.md');
  const rules = readText(RULES);
  for (const number of written)
    expect([number, guide.includes(number), rules.includes(number)]).toEqual([number, true, true]);
});

test.skipIf(!NFT_PATH || !isolates)(
  'an address, or a network of 48 bits, has so many connections and no more; others are let in (NFT_PATH)',
  async () => {
    const steps = [
      'ip link set lo up',
      ...['fd00::1', 'fd00:0:1:1::2', 'fd00:0:2:1::3', 'fd00:0:1:2::4'].map(
        (each) => `ip addr add ${each}/64 dev lo nodad`,
      ),
      // A second time replaces the first.
      '"$NFT" -f "$RULES"',
      '"$NFT" -f "$RULES"',
      '"$NODE" "$PROGRAM"',
    ];
    const { stdout, stderr } = await inNetwork(steps.join('; '), PROGRAM);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([5, 5, 5, 5, 0]);
  },
);

test.skipIf(!NFT_PATH || !isolates)(
  'connections of a container to another machine are not counted, those to the machine itself are (NFT_PATH)',
  async () => {
    const { stdout, stderr } = await inNetwork(BETWEEN, PEER);
    expect(stderr).toBe('');
    expect(stdout).toBe('8\n5\n');
  },
  20_000,
);
