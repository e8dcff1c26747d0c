import { checkKey, folderOf, type ObjectStorage } from '../object-storage.ts';

/** Objects in memory, for tests that make many histories. */
export class MemoryStorage implements ObjectStorage {
  readonly #objects = new Map<string, Uint8Array>();

  async get(key: string): Promise<Uint8Array | undefined> {
    checkKey(key);
    return this.#objects.get(key);
  }

  async getPart(key: string, first: number, bytes: number): Promise<Uint8Array | undefined> {
    return (await this.get(key))?.subarray(first, first + bytes);
  }

  async create(key: string, content: Uint8Array): Promise<boolean> {
    checkKey(key);
    if (this.#objects.has(key)) return false;
    this.#objects.set(key, content);
    return true;
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    checkKey(key);
    this.#objects.set(key, content);
  }

  async list(prefix: string): Promise<readonly string[]> {
    folderOf(prefix);
    return [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    this.#objects.delete(key);
  }

  async prove(): Promise<void> {}
}
