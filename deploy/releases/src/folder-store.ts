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

/**
 * A store in a folder:
 *
 *     remotes/<name>/<version>/…       the files, served as they are
 *     records/<name>/<version>.json    what is known of the version
 *     moves/<epoch, 8 digits>.json     every move; the highest one is live
 *
 * Everything appears by a rename or a hard link, so a reader never sees half of it.
 */
export class FolderStore implements ReleaseStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Below it lie the served files, as `<name>/<version>/…`. */
  get filesFolder(): string {
    return join(this.folder, 'remotes');
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
      const target = join(this.filesFolder, name, number);
      await mkdir(join(this.filesFolder, name), { recursive: true });
      // Files without a record are what an interrupted publication left behind: nobody was ever told of them.
      if (!(await this.version(name, number))) await rm(target, { recursive: true, force: true });
      await rename(files, target).catch((error: unknown) => {
        throw errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST' ? refusal : error;
      });
      await mkdir(join(this.folder, 'records', name), { recursive: true });
      await this.#writeOnce(staging, this.#recordPath(name, number), record, refusal);
      return record;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  async version(name: string, version: string): Promise<VersionRecord | undefined> {
    if (!remoteName.safeParse(name).success || !releaseVersion.safeParse(version).success) return undefined;
    const path = this.#recordPath(name, version);
    const json = await readJson(path);
    if (json === undefined) return undefined;
    const result = versionRecordSchema.safeParse(json);
    if (result.success) return result.data;
    throw new ReleaseError('store_damaged', `${path} is not a version record:\n  ${faultsOf(result.error)}`);
  }

  async versions(name: string): Promise<readonly VersionRecord[]> {
    if (!remoteName.safeParse(name).success) return [];
    const files = await readFolder(join(this.folder, 'records', name));
    const records = await Promise.all(
      files.filter((file) => file.endsWith('.json')).map((file) => this.version(name, file.slice(0, -'.json'.length))),
    );
    return records
      .filter((record) => record !== undefined)
      .sort((left, right) => left.publishedAt - right.publishedAt || (left.version < right.version ? -1 : 1));
  }

  remotes(): Promise<readonly string[]> {
    return readFolder(join(this.folder, 'records'));
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
      await this.#writeOnce(staging, this.#movePath(epoch), moveSchema.parse(move), refusal);
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

  #recordPath(name: string, version: string): string {
    return join(this.folder, 'records', name, `${version}.json`);
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

  /** A hard link to a finished file fails if the name is taken: creation and completeness in one step. */
  async #writeOnce(staging: string, path: string, content: unknown, refusal: ReleaseError): Promise<void> {
    const draft = join(staging, randomUUID());
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { flush: true });
    await link(draft, path).catch((error: unknown) => {
      throw errorCode(error) === 'EEXIST' ? refusal : error;
    });
  }
}
