import { randomBytes } from 'node:crypto';
import { bodyLimits } from '@tessera/api/kit/capacity';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { heldBytes } from '../limits/held-bytes.ts';
import type { Asker } from '../limits/turns.ts';
import { cleanPicture } from './picture.ts';
import { hashPicture } from './picture-hash.ts';
import type { Vault } from './vault.ts';

const newName = () => `${randomBytes(24).toString('base64url')}.jpg`;

/** The multipart parser sets a status on the error for a body that is too large, none on that for a malformed one. */
const isJudged = (error: unknown): boolean =>
  error instanceof DomainError || (error instanceof Error && 'statusCode' in error);

const MIB = 1024 * 1024;
/**
 * Files that arrive, or wait to be decoded: each is held whole. Two of the largest of an account, and of a node what some
 * hundred photos of phones take.
 */
const arriving = heldBytes({ most: 256 * MIB, always: 48 * MIB, ofAccount: 2 * bodyLimits.multipart });

/** The bytes that a request says it has; all that it may have where it says nothing. */
const declared = ({ headers }: FastifyRequest): number =>
  Math.min(Number(headers['content-length'] ?? bodyLimits.multipart), bodyLimits.multipart);

/**
 * Hands the file of a multipart request to work, and holds its place until that is done. `admit` counts it once it has one.
 * Rejects with `upload_missing` where there is none, and with `rate_limited`, before anything of it is read, where too many
 * bytes are on their way.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  account: string,
  admit: () => Promise<void>,
  work: (file: Buffer, asker: Asker) => Promise<T>,
): Promise<T> {
  const asker = { account, address: request.ip };
  const letGo = arriving.take(asker, declared(request));
  try {
    await admit();
    return await work(await readFilePart(request), asker);
  } finally {
    letGo();
  }
}

/** The part `file` of a multipart request. Rejects with `upload_missing` where there is none. */
async function readFilePart(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new DomainError('upload_missing', { field: 'file' });
  try {
    const part = await request.file();
    if (part?.fieldname !== 'file') throw new DomainError('upload_missing', { field: 'file' });
    return await part.toBuffer();
  } catch (error) {
    throw isJudged(error) ? error : new DomainError('upload_missing', { field: 'file', cause: error });
  }
}

/** Whose picture it is: a user's, or one of a member of the staff that is not sent to a user yet. */
export type UploadOwner = { readonly userId: string } | { readonly staffId: string };

type Keeping = { readonly database: Database; readonly vault: Vault; readonly now: number };

/** Re-encodes a picture and keeps it encrypted and private. Its row is written first: no content is without one. */
export async function keepPicture(
  { database, vault, now }: Keeping,
  owner: UploadOwner,
  file: Buffer,
  asker: Asker,
): Promise<string> {
  const picture = await cleanPicture(file, asker);
  const { sha256, look } = await hashPicture(picture);
  const name = newName();
  await database.query(
    `insert into upload (name, user_id, staff_id, at, stored, bytes, sha256, look)
     values ($1, $2, $3, $4, false, $5, $6, $7::bit(256))`,
    [
      name,
      'userId' in owner ? owner.userId : null,
      'staffId' in owner ? owner.staffId : null,
      new Date(now),
      picture.length,
      sha256,
      look,
    ],
  );
  const sealedWith = await vault.write(name, picture);
  await database.query('update upload set stored = true, sealed_with = $2 where name = $1', [name, sealedWith]);
  return name;
}
