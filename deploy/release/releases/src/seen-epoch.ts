import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ReleaseError } from './release-error.ts';

/**
 * The newest epoch that was seen here, kept outside the store: what is in the store alone cannot show that its last
 * events were deleted, or that it was restored from an older backup.
 */
export type SeenEpoch = {
  /** 0 if none was seen. */
  read(): Promise<number>;
  /** Keeps an epoch if it is greater than the known one. */
  note(epoch: number): Promise<void>;
};

const seenSchema = z.strictObject({ epoch: z.int().min(0) });

/** Kept in a file. Rejects with `setting_invalid` if it cannot be read. */
export function seenEpochFile(path: string): SeenEpoch {
  async function read(): Promise<number> {
    try {
      return seenSchema.parse(JSON.parse(await readFile(path, 'utf8'))).epoch;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      if (error instanceof SyntaxError || error instanceof z.ZodError) {
        throw new ReleaseError(
          'setting_invalid',
          `${path} does not hold the newest epoch: delete it to start without.`,
        );
      }
      throw error;
    }
  }
  return {
    read,
    async note(epoch) {
      if (epoch <= (await read())) return;
      const draft = `${path}.${randomBytes(6).toString('hex')}`;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(draft, JSON.stringify({ epoch }), { flush: true });
      await rename(draft, path);
    },
  };
}
