import { z } from 'zod';
import { descriptorSchema } from './descriptor.ts';
import { integrity, type LiveRemote } from './manifest.ts';
import { releaseVersion, remoteName } from './names.ts';
import { ReleaseError } from './release-error.ts';

/** File name of the script that a remote's version begins with. */
export const ENTRY_FILE = 'remoteEntry.js';

const filePath = z
  .string()
  .regex(/^[0-9A-Za-z._@-]+(\/[0-9A-Za-z._@-]+)*$/)
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must stay inside the version');

export const versionRecordSchema = z.strictObject({
  name: remoteName,
  version: releaseVersion,
  descriptor: descriptorSchema,
  /** Unix milliseconds. */
  publishedAt: z.int().min(0),
  who: z.string().min(1),
  why: z.string(),
  /** Every file of the version, ordered by path; sizes in bytes. */
  files: z.array(z.strictObject({ path: filePath, size: z.int().min(0), integrity })),
});

/** What is known of one published version. Written once, with its files, and never again. */
export type VersionRecord = z.infer<typeof versionRecordSchema>;

/** The version as a manifest names it. */
export function liveRemote(record: VersionRecord): LiveRemote {
  const entry = record.files.find(({ path }) => path === ENTRY_FILE);
  if (!entry) {
    throw new ReleaseError('build_incomplete', `${record.name}@${record.version} has no ${ENTRY_FILE}.`);
  }
  return {
    ...record.descriptor,
    version: record.version,
    entry: `remotes/${record.name}/${record.version}/${ENTRY_FILE}`,
    integrity: entry.integrity,
  };
}
