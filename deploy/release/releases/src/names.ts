import { RELEASE_VERSION, REMOTE_NAME } from '@tessera/registry-api';
import { z } from 'zod';

export const remoteName = z
  .string()
  .regex(REMOTE_NAME, 'must be lower-case letters, digits and hyphens, beginning with a letter');

export const releaseVersion = z.string().regex(RELEASE_VERSION, 'must be a version such as 0.8.0-3f9a2c41d0');

/** `markets@0.8.0-3f9a2c41d0` split into its two parts; undefined if it does not match. */
export function parseReference(text: string): { readonly name: string; readonly version: string } | undefined {
  const at = text.indexOf('@');
  if (at < 1) return undefined;
  const name = remoteName.safeParse(text.slice(0, at));
  const version = releaseVersion.safeParse(text.slice(at + 1));
  return name.success && version.success ? { name: name.data, version: version.data } : undefined;
}
