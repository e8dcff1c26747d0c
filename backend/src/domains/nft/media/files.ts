import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectStorage, openStorage } from '@tessera/object-storage';
import type { Settings } from '../../../platform/settings.ts';

/** The demonstration's works, as `tools/nft-art` made them. */
export const SEEDED_FOLDER = join(import.meta.dirname, '../../../../assets/nft');

/** Content types by the ending of a name: what is not here is never stored nor served. */
const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

const MEDIA_NAME = new RegExp(`^[0-9a-f]{64}\\.(?:${Object.keys(TYPES).join('|')})$`);

/** Whether a text can be the name of a file: no other text reaches the storage. */
export const isMediaName = (name: string): boolean => MEDIA_NAME.test(name);

/** Null for a name without a known ending. */
export const typeOfName = (name: string): string | null => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null;

/** A file by its content: the name changes with every byte. */
export const mediaName = (content: Uint8Array, ending: string): string =>
  `${createHash('sha256').update(content).digest('hex')}.${ending}`;

const PATH = '/api/nft/media/';
export const mediaPath = (name: string): string => `${PATH}${name}`;

/** Bytes of the files that are kept in memory: players ask for one in many parts. */
const REMEMBERED = 48 * 1024 * 1024;

export type MediaFiles = {
  readonly write: (name: string, content: Uint8Array) => Promise<void>;
  /** Null if there is none. */
  readonly read: (name: string) => Promise<Uint8Array | null>;
  /** Succeeds if there is none. */
  readonly remove: (name: string) => Promise<void>;
  /** Whether it came with the program. */
  readonly isSeeded: (name: string) => boolean;
};

/**
 * Files of works in the bucket or folder of uploads, and those that came with the program. They are not encrypted: they
 * are made to be published, and hold no metadata of their makers.
 */
export function createMediaFiles(settings: Pick<Settings, 'dataDir' | 'uploadBucket'>): MediaFiles {
  const seeded: ReadonlySet<string> = new Set(readdirSync(SEEDED_FOLDER).filter(isMediaName));
  let opening: Promise<ObjectStorage> | undefined;
  const storage = async (): Promise<ObjectStorage> => {
    opening ??= openStorage(settings.uploadBucket, join(settings.dataDir, 'uploads'));
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };
  const keyOf = (name: string) => `media/${name}`;
  const remembered = new Map<string, Uint8Array>();
  let bytes = 0;
  const forget = (name: string) => {
    bytes -= remembered.get(name)?.length ?? 0;
    remembered.delete(name);
  };
  const remember = (name: string, content: Uint8Array) => {
    forget(name);
    if (content.length > REMEMBERED) return;
    remembered.set(name, content);
    bytes += content.length;
    for (const oldest of remembered.keys()) if (bytes > REMEMBERED) forget(oldest);
  };
  return {
    async write(name, content) {
      await (await storage()).put(keyOf(name), content);
    },
    async read(name) {
      if (!isMediaName(name)) return null;
      const known = remembered.get(name);
      const content =
        known ??
        (seeded.has(name) ? await readFile(join(SEEDED_FOLDER, name)) : await (await storage()).get(keyOf(name)));
      if (!content) return null;
      remember(name, content);
      return content;
    },
    async remove(name) {
      forget(name);
      await (await storage()).remove(keyOf(name));
    },
    isSeeded: (name) => seeded.has(name),
  };
}
