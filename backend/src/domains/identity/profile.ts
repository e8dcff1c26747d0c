import { basename } from 'node:path';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { publishUpload, releaseUploads } from '../../platform/uploads/uses.ts';
import { userById } from './users.ts';

/** Changes nickname and signature; absent fields are not changed. */
export function editProfile(
  database: Database,
  userId: string,
  { nickname, signature }: ReadInput<'POST /user/editNickname'>,
): Promise<Output<'POST /user/editNickname'>> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ nickname: string; signature: string }>(
      `update user_account set nickname = coalesce($2, nickname), signature = coalesce($3, signature)
        where id = $1 returning nickname, signature`,
      [userId, nickname ?? null, signature ?? null],
    );
    if (!row) throw new Error(`user ${userId} is gone`);
    tx.notify(userId, { kind: 'profile' });
    return row;
  });
}

/** Sets an upload of the user as their avatar, which makes it public; no picture of a case. */
export function useAvatar(
  database: Database,
  userId: string,
  avatar: string,
): Promise<Output<'POST /user/uploadHeadPortrait'>> {
  return database.transaction(async (tx) => {
    const name = basename(avatar);
    if (!(await publishUpload(tx, name, userId))) throw new DomainError('upload_unknown', { field: 'avatar' });
    const [before] = await tx.query<{ avatar: string | null }>(
      'select avatar from user_account where id = $1 for no key update',
      [userId],
    );
    if (before?.avatar && before.avatar !== avatar) await releaseUploads(tx, [basename(before.avatar)]);
    await tx.query('update user_account set avatar = $2 where id = $1', [userId, avatar]);
    tx.notify(userId, { kind: 'profile' });
    return { avatar };
  });
}

/** Stores language and fiat currency in the account, so that other devices follow. */
export function keepPreferences(
  database: Database,
  userId: string,
  { language, fiat }: ReadInput<'POST /user/preferences'>,
): Promise<Output<'POST /user/preferences'>> {
  return database.transaction(async (tx) => {
    await tx.query(
      'update user_account set language = coalesce($2, language), fiat = coalesce($3, fiat) where id = $1',
      [userId, language ?? null, fiat ?? null],
    );
    tx.notify(userId, { kind: 'profile' });
    const user = await userById(tx, userId);
    return { language: user.language, fiat: user.fiat };
  });
}
