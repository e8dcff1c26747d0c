import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { openSigner, type SignerClient } from '@tessera/signer-api';
import { control } from '../tools/chains/programs.ts';
import { runSigner } from '../tools/chains/signer.ts';
import type { FakePasskey } from './fake-passkey.ts';

/* A signer that tests kill and start again. */

const PASSPHRASE = 'correct horse battery staple';
/** Makes a key file that is opened fast. */
const CREATE_KEY = join(import.meta.dirname, '../../deploy/custody/signer/src/testing/create-key-process.ts');

export type SignerProcess = {
  readonly client: SignerClient;
  readonly socket: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** kill -9, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Where members approve payments in tests. */
export const OFFICE = { rpId: 'localhost', origin: 'http://localhost:8080' };

/** What the signer's configuration lists of a member's passkey. */
export async function listedPasskey(member: string, device: FakePasskey) {
  const challenge = Buffer.from(member).toString('base64url');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: JSON.parse(device.create(JSON.stringify({ challenge, rp: { id: OFFICE.rpId } }))),
    expectedChallenge: challenge,
    expectedOrigin: OFFICE.origin,
    expectedRPID: OFFICE.rpId,
  });
  const publicKey = Buffer.from(registrationInfo?.credential.publicKey ?? []).toString('base64url');
  return { member, credentialId: device.id, publicKey };
}

/** Starts a signer in a folder, with a new key or the one of a seed (64 hexadecimal digits). */
export async function startSigner(folder: string, config: object, seed?: string): Promise<SignerProcess> {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  writeFileSync(at('config.json'), JSON.stringify(config));
  writeFileSync(at('passphrase'), PASSPHRASE);
  execFileSync(process.execPath, [CREATE_KEY, at('key'), PASSPHRASE, ...(seed === undefined ? [] : [seed])]);
  const key = ['--key', at('key'), '--passphrase-file', at('passphrase')];
  const socket = at('socket');
  const files = ['--config', at('config.json'), '--state', at('state'), '--socket', socket];
  const start = async () => control(await runSigner(['serve', ...key, ...files], 'listens at'));
  let running = await start();
  const kill = () => running.kill();
  return {
    client: openSigner(socket),
    socket,
    kill,
    stop: kill,
    async restart() {
      await kill();
      running = await start();
    },
  };
}
