import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeclaredTypes } from './declarations.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { REPOSITORY, sharedState } from './shared-sources.ts';

const CACHE = join(REPOSITORY, 'node_modules/.cache/tessera-types');
const LOOK_AGAIN_MS = 50;
/** Where this package is installed: the types that it was packed with. */
export const PACKED_TYPES = join(import.meta.dirname, '../../declared-types.json');
/** Longer than the compiler may take: a process that holds the lock this long has died. */
const LOCK_HOLDS_MS = 150_000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function kept(path: string): Promise<DeclaredTypes | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as DeclaredTypes;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function lock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/**
 * The declared types of `shared/` as it is now. Of builds that run at once, in as many processes, one compiles them
 * and the others wait for it; while `shared/` does not change, none compiles again.
 */
export async function declaredTypes(
  cache = CACHE,
  emit: () => Promise<DeclaredTypes> = emitDeclarations,
): Promise<DeclaredTypes> {
  const packed = await kept(PACKED_TYPES);
  if (packed) return packed;
  const path = join(cache, `${sharedState()}.json`);
  await mkdir(cache, { recursive: true });
  for (;;) {
    const types = await kept(path);
    if (types) return types;
    if (await lock(`${path}.lock`)) break;
    if ((await ageOf(`${path}.lock`)) > LOCK_HOLDS_MS) await rm(`${path}.lock`, { force: true });
    else await pause(LOOK_AGAIN_MS);
  }
  try {
    const types = (await kept(path)) ?? (await emit());
    const made = `${path}.${randomUUID()}`;
    await writeFile(made, JSON.stringify(types));
    await rename(made, path);
    return types;
  } finally {
    await rm(`${path}.lock`, { force: true });
  }
}
