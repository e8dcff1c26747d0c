import { z } from 'zod';
import { descriptorSchema, faultsOf } from './descriptor.ts';
import { releaseVersion } from './names.ts';
import { ReleaseError } from './release-error.ts';

/** Base64 SHA-384 in the notation of subresource integrity. */
export const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

const liveRemote = z.strictObject({
  ...descriptorSchema.shape,
  version: releaseVersion,
  /** URL path of the entry script, relative to `/h5/`. */
  entry: z.string().regex(/^remotes\/[a-z0-9-]+\/[0-9A-Za-z.-]+\/[0-9A-Za-z._-]+$/),
  integrity,
});

export const manifestSchema = z
  .strictObject({
    /** Raised when a reader of an older form could misread this one. */
    schema: z.literal(1),
    /** Counts moves; a page never goes back to a lower one. */
    epoch: z.int().min(1),
    /** Unix milliseconds. */
    issuedAt: z.int().min(0),
    host: z.strictObject({ version: releaseVersion }).nullable(),
    remotes: z.array(liveRemote),
  })
  .superRefine((manifest, context) => {
    const names = new Set<string>();
    for (const [index, { name, version, entry }] of manifest.remotes.entries()) {
      if (names.has(name)) context.addIssue({ code: 'custom', path: ['remotes', index], message: `${name} twice` });
      names.add(name);
      if (!entry.startsWith(`remotes/${name}/${version}/`)) {
        context.addIssue({ code: 'custom', path: ['remotes', index, 'entry'], message: 'is of another version' });
      }
    }
  });

/** What is live: one version per remote, with all that the host needs to know of it. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A remote as the manifest names it: its descriptor, its version and where its entry is. */
export type LiveRemote = Manifest['remotes'][number];

export function parseManifest(json: unknown, where: string): Manifest {
  const result = manifestSchema.safeParse(json);
  if (result.success) return result.data;
  throw new ReleaseError('manifest_invalid', `${where} is not a valid manifest:\n  ${faultsOf(result.error)}`);
}

export const liveVersion = (manifest: Manifest | undefined, name: string): string | undefined =>
  manifest?.remotes.find((remote) => remote.name === name)?.version;
