import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { diskProblem } from './full-disk.ts';
import { checkKey, folderOf, isKey, type ObjectStorage } from './object-storage.ts';
import { StorageError } from './storage-error.ts';

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** What reading a file gives; undefined where there is none. */
async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Writes a new file and waits until the disk has it. */
async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Objects as files below a folder. Each is written to a temporary file and then linked or renamed, so that readers
 * never see a partial one.
 */
export class FolderStorage implements ObjectStorage {
  readonly folder: string;
  readonly #write: typeof writeSynced;

  constructor(folder: string, write = writeSynced) {
    this.folder = folder;
    this.#write = write;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return unlessMissing(() => readFile(this.#path(key)));
  }

  async getPart(key: string, first: number, bytes: number): Promise<Uint8Array | undefined> {
    const path = this.#path(key);
    return unlessMissing(async () => {
      const file = await open(path, 'r');
      try {
        const part = Buffer.alloc(Math.max(0, Math.min(bytes, (await file.stat()).size - first)));
        let read = 0;
        while (read < part.length) {
          const { bytesRead } = await file.read(part, read, part.length - read, first + read);
          if (bytesRead === 0) break;
          read += bytesRead;
        }
        return part.subarray(0, read);
      } finally {
        await file.close();
      }
    });
  }

  async create(key: string, content: Uint8Array): Promise<boolean> {
    const path = this.#path(key);
    return this.#staged(content, async (draft) => {
      await mkdir(dirname(path), { recursive: true });
      try {
        await link(draft, path);
        return true;
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false;
        throw error;
      }
    });
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    const path = this.#path(key);
    await this.#staged(content, async (draft) => {
      await mkdir(dirname(path), { recursive: true });
      await rename(draft, path);
    });
  }

  async list(prefix: string): Promise<readonly string[]> {
    const folder = folderOf(prefix);
    try {
      const found = await readdir(join(this.folder, folder), { recursive: true, withFileTypes: true });
      return found
        .filter((item) => item.isFile())
        .map((item) =>
          join(item.parentPath, item.name)
            .slice(this.folder.length + 1)
            .split(sep)
            .join('/'),
        )
        .filter((key) => key.startsWith(prefix) && isKey(key))
        .sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    for (let folder = dirname(path); folder.length > this.folder.length; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        // It is not empty, or another process removed it first.
        return;
      }
    }
  }

  async prove(): Promise<void> {
    const second = await this.#staged(
      Buffer.from('Linked twice to check that the second link is rejected.'),
      async (draft) => {
        const probe = `${draft}-probe`;
        try {
          await link(draft, probe);
          return await link(draft, probe).then(() => 'no error', errorCode);
        } finally {
          await rm(probe, { force: true });
        }
      },
    ).catch((error: Error) => {
      if (error instanceof StorageError) throw error;
      throw new StorageError(
        'store_refused',
        `The folder ${this.folder} cannot hold releases: ${error.message}. It must be writable, on a file system with hard links.`,
      );
    });
    if (second === 'EEXIST') return;
    throw new StorageError(
      'store_unconditional',
      `In the folder ${this.folder} a second link to one name gives ${second}, so two publishers could overwrite each other.`,
    );
  }

  #path(key: string): string {
    checkKey(key);
    return join(this.folder, key);
  }

  async #staged<T>(content: Uint8Array, use: (draft: string) => Promise<T>): Promise<T> {
    const staging = join(this.folder, '.staging');
    const draft = join(staging, randomUUID());
    try {
      await mkdir(staging, { recursive: true });
      await this.#write(draft, content);
      return await use(draft);
    } catch (error) {
      if (diskProblem(error) === undefined) throw error;
      throw new StorageError(
        'store_full',
        `The disk of ${this.folder} is full: nothing was changed. Free space, then repeat.`,
      );
    } finally {
      await rm(draft, { force: true });
    }
  }
}
