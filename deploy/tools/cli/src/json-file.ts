import { readFile } from 'node:fs/promises';
import { UsageError } from './usage.ts';

/** What a JSON file that the user names holds. Throws a UsageError where it cannot be read or is not JSON. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`${path} could not be read.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${path} is not JSON.`, { cause });
  }
}
