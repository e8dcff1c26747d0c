import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FolderStorage, type ObjectStorage, openStorage } from '@tessera/object-storage';
import { keptParts } from '../../../platform/files/kept-parts.ts';
import { PART_BYTES } from '../../../platform/files/send-parts.ts';
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

/** Bytes of the parts of files that are kept in memory. */
const REMEMBERED = 48 * 1024 * 1024;

export type MediaFiles = {
  readonly write: (name: string, content: Uint8Array) => Promise<void>;
  /** A part of `PART_BYTES`; null if there is none. */
  readonly part: (name: string, index: number) => Promise<Uint8Array | null>;
  /** Succeeds if there is none. */
  readonly remove: (name: string) => Promise<void>;
  /** Bytes of a file that came with the program; null for any other. */
  readonly seededSize: (name: string) => number | null;
};

/**
 * Files of works in the bucket or folder of uploads, and those that came with the program. They are not encrypted: they
 * are made to be published, and hold no metadata of their makers.
 */
export function createMediaFiles(settings: Pick<Settings, 'dataDir' | 'uploadBucket'>): MediaFiles {
  const program = new FolderStorage(SEEDED_FOLDER);
  const seeded = new Map(
    readdirSync(SEEDED_FOLDER)
      .filter(isMediaName)
      .map((name) => [name, statSync(join(SEEDED_FOLDER, name)).size] as const),
  );
  let opening: Promise<ObjectStorage> | undefined;
  const storage = async (): Promise<ObjectStorage> => {
    opening ??= openStorage(settings.uploadBucket, join(settings.dataDir, 'uploads'));
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };
  const keyOf = (name: string) => `media/${name}`;
  const { part, forget } = keptParts(async (name, index) => {
    const [from, key] = seeded.has(name) ? [program, name] : [await storage(), keyOf(name)];
    return (await from.getPart(key, index * PART_BYTES, PART_BYTES)) ?? null;
  }, REMEMBERED);
  return {
    async write(name, content) {
      await (await storage()).put(keyOf(name), content);
    },
    part: async (name, index) => (isMediaName(name) ? part(name, index) : null),
    async remove(name) {
      forget(name);
      await (await storage()).remove(keyOf(name));
    },
    seededSize: (name) => seeded.get(name) ?? null,
  };
}
