import { z } from 'zod';

/** A remote's name is a folder, a path segment and a text namespace at once. */
export const remoteName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens, beginning with a letter');

/** Semantic version without build metadata: it is a path segment too. */
export const releaseVersion = z
  .string()
  .max(80)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/, 'must be a version such as 0.8.0-3f9a2c41d0');

/** `markets@0.8.0-3f9a2c41d0` in its two parts; undefined if it is not of that form. */
export function parseReference(text: string): { readonly name: string; readonly version: string } | undefined {
  const at = text.indexOf('@');
  if (at < 1) return undefined;
  const name = remoteName.safeParse(text.slice(0, at));
  const version = releaseVersion.safeParse(text.slice(at + 1));
  return name.success && version.success ? { name: name.data, version: version.data } : undefined;
}
