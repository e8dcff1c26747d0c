import type { Output, ReadInput } from '@tessera/api/contract';
import {
  type ChangedPreferences,
  changePreference,
  MESSAGE_TOPICS,
  preferenceOf,
  wantsMessage,
} from '@tessera/api/messages/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { MessageChoice } from '../../platform/mail/courier.ts';
import { subscriptionsOf } from '../../platform/mail/push-subscriptions.ts';

export type Preferences = { readonly changed: ChangedPreferences; readonly details: boolean };

export async function readPreferences(sql: Sql, userId: string): Promise<Preferences> {
  const [row] = await sql.query<Preferences>('select changed, details from message_preference where user_id = $1', [
    userId,
  ]);
  return row ?? { changed: {}, details: false };
}

/** Whether a user wants to be told of a topic there. */
export async function wants(sql: Sql, { userId, topic, channel }: MessageChoice): Promise<boolean> {
  return wantsMessage((await readPreferences(sql, userId)).changed, topic, channel);
}

export async function showPreferences(
  database: Database,
  userId: string,
  key: string,
): Promise<Output<'GET /mailMessage/preferences'>> {
  const { changed, details } = await readPreferences(database, userId);
  const devices = (await subscriptionsOf(database, userId)).length;
  return {
    list: MESSAGE_TOPICS.map((topic) => ({
      topic,
      channels: {
        app: preferenceOf(changed, topic, 'app'),
        mail: preferenceOf(changed, topic, 'mail'),
        push: preferenceOf(changed, topic, 'push'),
      },
    })),
    details,
    push: { key, devices },
  };
}

/** Changes one preference, or whether notifications have details. Rejects with `invalid_field` what cannot be changed. */
export const prefer = (
  database: Database,
  userId: string,
  { topic, channel, on, details }: ReadInput<'POST /mailMessage/preferences'>,
): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query('insert into message_preference (user_id, changed) values ($1, $2::jsonb) on conflict do nothing', [
      userId,
      '{}',
    ]);
    const [row] = await tx.query<Preferences>(
      'select changed, details from message_preference where user_id = $1 for update',
      [userId],
    );
    const before = row ?? { changed: {}, details: false };
    let { changed } = before;
    if (topic !== undefined || channel !== undefined || on !== undefined) {
      if (topic === undefined) throw new DomainError('field_required', { field: 'topic' });
      if (channel === undefined) throw new DomainError('field_required', { field: 'channel' });
      if (on === undefined) throw new DomainError('field_required', { field: 'on' });
      const after = changePreference(changed, topic, channel, on);
      if (after === null) throw new DomainError('invalid_field', { field: 'channel' });
      changed = after;
    } else if (details === undefined) throw new DomainError('field_required', { field: 'topic' });
    await tx.query('update message_preference set changed = $2::jsonb, details = $3 where user_id = $1', [
      userId,
      JSON.stringify(changed),
      details ?? before.details,
    ]);
    tx.notify(userId, { kind: 'message' });
  });
