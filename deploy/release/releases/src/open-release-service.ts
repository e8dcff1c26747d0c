import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { storeGate } from './gate.ts';
import { keyPaths, readSigningKeys, signingKeyring } from './key-files.ts';
import { ReleaseService } from './release-service.ts';
import { seenEpochFile } from './seen-epoch.ts';
import { storageFromEnvironment } from './storage.ts';
import { ReleaseStore } from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** 128 random bits as lower-case letters and digits, so that preview URLs cannot be guessed. */
const randomText = () =>
  BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0');

/** Opens the service with the store and keys named in the environment, or those of the data folder. */
export async function openReleaseService(env: Environment, dataDir: string): Promise<ReleaseService> {
  const keys = signingKeyring(() => readSigningKeys(keyPaths(dataDir, env)));
  const store = new ReleaseStore(await storageFromEnvironment(env, dataDir), keys);
  return new ReleaseService({
    store,
    now: Date.now,
    random: randomText,
    gate: storeGate(store),
    seen: seenEpochFile(join(dataDir, 'registry/newest-epoch.json')),
  });
}
