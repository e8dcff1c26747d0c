import { randomUUID } from 'node:crypto';
import { cp, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultsOf } from './descriptor.ts';
import { listFiles } from './file-list.ts';
import { type Move, moveSchema } from './moves.ts';
import { releaseVersion, remoteName } from './names.ts';
import { ReleaseError } from './release-error.ts';
import type { NewVersion, ReleaseStore } from './store.ts';
import { ENTRY_FILE, type VersionRecord, versionRecordSchema } from './version-record.ts';

const RECORD_FILE = 'version.json';
const MOVE_FILE = /^(\d{8})\.json$/;

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

async function readFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Parsed content of a JSON file, undefined if there is none. */
async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ReleaseError('store_damaged', `${path} is not JSON.`);
  }
}

const writeJson = (path: string, content: unknown): Promise<void> =>
  writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { flush: true });

/**
 * A store in a folder:
 *
 *     versions/<name>/<version>/version.json    what is known of the version
 *     versions/<name>/<version>/files/…         its files
 *     moves/<epoch, 8 digits>.json              every move; the highest one is live
 *
 * A version appears by the rename of one folder and a move by a hard link: neither can be seen half written, and
 * both fail if the name is taken.
 */
export class FolderStore implements ReleaseStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Path of a version's file, relative to the folder of the store; the caller vouches for the parts. */
  static filePath(name: string, version: string, file: string): string {
    return `versions/${name}/${version}/files/${file}`;
  }

  async publish(version: NewVersion, builtFolder: string): Promise<VersionRecord> {
    const name = remoteName.parse(version.name);
    const number = releaseVersion.parse(version.version);
    const refusal = new ReleaseError('version_exists', `${name}@${number} exists; a published version never changes.`);
    if (await this.version(name, number)) throw refusal;
    const staging = await this.#stagingFolder();
    try {
      const files = join(staging, 'files');
      await cp(builtFolder, files, { recursive: true });
      const record = versionRecordSchema.parse({ ...version, files: await listFiles(files) });
      if (!record.files.some(({ path }) => path === ENTRY_FILE)) {
        throw new ReleaseError('build_incomplete', `${builtFolder} holds no ${ENTRY_FILE}: build ${name} first.`);
      }
      await writeJson(join(staging, RECORD_FILE), record);
      await mkdir(join(this.folder, 'versions', name), { recursive: true });
      await rename(staging, this.#versionFolder(name, number)).catch((error: unknown) => {
        throw errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST' ? refusal : error;
      });
      return record;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  async version(name: string, version: string): Promise<VersionRecord | undefined> {
    if (!remoteName.safeParse(name).success || !releaseVersion.safeParse(version).success) return undefined;
    const path = join(this.#versionFolder(name, version), RECORD_FILE);
    const json = await readJson(path);
    if (json === undefined) return undefined;
    const result = versionRecordSchema.safeParse(json);
    if (result.success) return result.data;
    throw new ReleaseError('store_damaged', `${path} is not a version record:\n  ${faultsOf(result.error)}`);
  }

  async versions(name: string): Promise<readonly VersionRecord[]> {
    if (!remoteName.safeParse(name).success) return [];
    const numbers = await readFolder(join(this.folder, 'versions', name));
    const records = await Promise.all(numbers.map((number) => this.version(name, number)));
    return records
      .filter((record) => record !== undefined)
      .sort((left, right) => left.publishedAt - right.publishedAt || (left.version < right.version ? -1 : 1));
  }

  remotes(): Promise<readonly string[]> {
    return readFolder(join(this.folder, 'versions'));
  }

  async append(move: Move): Promise<void> {
    const { epoch } = move.manifest;
    await mkdir(join(this.folder, 'moves'), { recursive: true });
    const newest = (await this.#epochs()).at(-1) ?? 0;
    const refusal = new ReleaseError(
      'epoch_taken',
      `Somebody moved to epoch ${Math.max(newest, epoch)} meanwhile: look at \`tessera status\` and decide again.`,
    );
    if (epoch !== newest + 1) throw refusal;
    const staging = await this.#stagingFolder();
    try {
      const draft = join(staging, 'move.json');
      await writeJson(draft, moveSchema.parse(move));
      await link(draft, this.#movePath(epoch)).catch((error: unknown) => {
        throw errorCode(error) === 'EEXIST' ? refusal : error;
      });
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  async latest(): Promise<Move | undefined> {
    const epoch = (await this.#epochs()).at(-1);
    return epoch === undefined ? undefined : this.#move(epoch);
  }

  async history(): Promise<readonly Move[]> {
    return Promise.all((await this.#epochs()).map((epoch) => this.#move(epoch)));
  }

  #versionFolder(name: string, version: string): string {
    return join(this.folder, 'versions', name, version);
  }

  #movePath(epoch: number): string {
    return join(this.folder, 'moves', `${String(epoch).padStart(8, '0')}.json`);
  }

  async #epochs(): Promise<number[]> {
    const files = await readFolder(join(this.folder, 'moves'));
    return files.flatMap((file) => MOVE_FILE.exec(file)?.[1] ?? []).map(Number);
  }

  async #move(epoch: number): Promise<Move> {
    const path = this.#movePath(epoch);
    const result = moveSchema.safeParse(await readJson(path));
    if (result.success && result.data.manifest.epoch === epoch) return result.data;
    const faults = result.success ? 'its epoch is another' : faultsOf(result.error);
    throw new ReleaseError('store_damaged', `${path} is not a move:\n  ${faults}`);
  }

  async #stagingFolder(): Promise<string> {
    const folder = join(this.folder, 'staging', randomUUID());
    await mkdir(folder, { recursive: true });
    return folder;
  }
}
