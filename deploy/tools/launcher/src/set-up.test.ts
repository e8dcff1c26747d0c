import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { beforeEach, expect, test } from 'vitest';
import { findPeer, type Peer, peerEnvironment } from './peers.ts';
import { setUpPeers } from './set-up.ts';

let program: string;
let peer: Peer;
let installed: string[];
const install = async (packages: readonly string[]) => {
  installed.push(...packages);
  writeFileSync(program, '');
};

beforeEach(async () => {
  program = join(await temporaryFolder(), 'marketd');
  peer = { name: 'marketd', variable: 'MARKETD_PATH', places: [program], packages: ['market-server'] };
  installed = [];
});

const setUp = async (canInstall: boolean) => {
  const announced: string[] = [];
  const outcome = await setUpPeers((line) => announced.push(line), [peer], { canInstall, install });
  return { ...outcome, announced };
};

test('what is there is not installed', async () => {
  writeFileSync(program, '');
  expect(await setUp(true)).toMatchObject({ announced: [], missing: [] });
  expect(installed).toEqual([]);
  expect(peerEnvironment([peer])).toEqual({ MARKETD_PATH: program });
});

test('what is missing is announced and installed where that is possible', async () => {
  expect(await setUp(true)).toMatchObject({ announced: ['Installing market-server from Debian.'], missing: [] });
  expect(installed).toEqual(['market-server']);
});

test('what cannot be installed is named with the reason, and stays missing', async () => {
  const announced: string[] = [];
  const { missing } = await setUpPeers((line) => announced.push(line), [peer], {
    canInstall: true,
    install: async () => {
      throw new Error('apt-get failed');
    },
  });
  expect(announced.at(-1)).toBe('They could not be installed: apt-get failed');
  expect(missing).toHaveLength(1);
});

test('elsewhere it is named with what to do', async () => {
  const { missing } = await setUp(false);
  expect(missing).toEqual(['marketd is missing: install market-server, or set MARKETD_PATH to its program.']);
  expect(installed).toEqual([]);
});

test('a path that was given is used, and no other program takes the place of a wrong one', () => {
  writeFileSync(program, '');
  const elsewhere = `${program}-2`;
  expect(findPeer(peer, { MARKETD_PATH: elsewhere })).toBeUndefined();
  writeFileSync(elsewhere, '');
  expect(findPeer(peer, { MARKETD_PATH: elsewhere })).toBe(elsewhere);
});

test('a program without which its tests cannot run counts as missing with it', () => {
  writeFileSync(program, '');
  const demanding: Peer = { ...peer, with: [{ program: 'no-such-program', package: 'helper' }] };
  expect(findPeer(demanding)).toBeUndefined();
});
