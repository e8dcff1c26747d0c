import { createECDH } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';

const KEY_BYTES = 32;

/** A pair of VAPID (RFC 8292), base64url: the private number and the uncompressed point. */
export type PushKey = { readonly publicKey: string; readonly privateKey: string };

function pairOf(secret: Buffer): PushKey {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}

function drawKey(): Buffer {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Without the leading zeros that it may have.
  return Buffer.concat([Buffer.alloc(KEY_BYTES), pair.getPrivateKey()]).subarray(-KEY_BYTES);
}

/** The key of the settings; absent, the one of the data folder, which the first use makes. Devices subscribe to one key. */
export function pushKey({ push, dataDir }: Pick<Settings, 'push' | 'dataDir'>): PushKey {
  if (push.key) return pairOf(push.key);
  const path = join(dataDir, 'push.key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, drawKey(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Made before, or by another process of this folder.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(path);
  if (secret.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes`);
  return pairOf(secret);
}
