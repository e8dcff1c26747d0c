import { basename } from 'node:path';
import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';

/**
 * Notes that something private refers to an upload of this user, so that it is not deleted, and returns its stored name.
 * Rejects an unknown upload, one of another user, and one that is public, at the field of the input that named it.
 */
export async function useUpload(
  tx: Sql,
  userId: string,
  { location, field }: { readonly location: string; readonly field: string },
): Promise<string> {
  const name = basename(location);
  const used = await tx.query(
    'update upload set used = true where name = $1 and user_id = $2 and stored and private returning 1',
    [name, userId],
  );
  if (used.length === 0) throw new DomainError('upload_unknown', { field });
  return name;
}

/**
 * Makes an upload of this user public. False for an unknown upload and one of another user, and for what a case refers to:
 * it stays private, and giving the public picture up must not give up the evidence.
 */
export async function publishUpload(tx: Sql, name: string, userId: string): Promise<boolean> {
  const published = await tx.query(
    `update upload set used = true, private = false
      where name = $1 and user_id = $2 and stored and not (used and private) returning 1`,
    [name, userId],
  );
  return published.length > 0;
}

/**
 * Keeps an upload of this user private until it may be published: false as above, and for what something refers to
 * already, so that publishing it publishes no other use.
 */
export async function holdUpload(tx: Sql, name: string, userId: string): Promise<boolean> {
  const held = await tx.query(
    'update upload set used = true where name = $1 and user_id = $2 and stored and private and not used returning 1',
    [name, userId],
  );
  return held.length > 0;
}

/** Makes public what was held. */
export const publishHeld = (tx: Sql, name: string, userId: string) =>
  tx.query('update upload set private = false where name = $1 and user_id = $2 and used', [name, userId]);

/**
 * Gives a picture that a member of the staff uploaded to the user whom it is sent to, once. False for an unknown upload, one
 * of another member, and one that was sent before.
 */
export async function giveUpload(
  tx: Sql,
  name: string,
  { staffId, userId }: { readonly staffId: string; readonly userId: string },
): Promise<boolean> {
  const given = await tx.query(
    `update upload set used = true, user_id = $3
      where name = $1 and staff_id = $2 and user_id is null and stored and private and not used returning 1`,
    [name, staffId, userId],
  );
  return given.length > 0;
}

/** Notes that nothing refers to these uploads any more: they are deleted by the clean-up. */
export const releaseUploads = (tx: Sql, names: readonly string[]) =>
  tx.query('update upload set used = false where name = any($1)', [names]);
