import { messagesContract } from '@tessera/api/messages/contract';
import { isPushEndpoint } from '@tessera/api/messages/rules';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { handle } from '../../platform/jobs/queued-job.ts';
import { noticeTask } from '../../platform/mail/messages.ts';
import { pushKey } from '../../platform/mail/push-key.ts';
import { addSubscription, removeSubscription } from '../../platform/mail/push-subscriptions.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { cleanUpJob } from './clean-up.ts';
import { interestJob } from './interest.ts';
import { MESSAGE_KINDS, toldWith } from './links.ts';
import { countUnread, listMessages, markRead, readMessage } from './messages.ts';
import { prefer, showPreferences, wants } from './preferences.ts';
import { tradingJob } from './trading.ts';
import { tellUser } from './user-messages.ts';

export { wants } from './preferences.ts';
export { notifyDevices, tellUser, toldSince } from './user-messages.ts';

/** Tables with rows of users. */
const OF_USERS = ['message_read', 'message_preference', 'push_subscription', 'user_message', 'trade_waiting'];

/** Messages of the exchange to its users: the message centre, preferences, and notifications of devices. */
export const messages = defineDomain(messagesContract, ({ database, now, ports, settings }) => {
  let key: string | undefined;
  const publicKey = (): string => {
    key ??= pushKey(settings).publicKey;
    return key;
  };
  return {
    name: 'messages',
    userData: {
      message_read: OWN_ROWS,
      message_preference: OWN_ROWS,
      user_message: OWN_ROWS,
      trade_waiting: OWN_ROWS,
      // Who has the address and the secret of a device can send to it.
      push_subscription: { rows: 'user_id = $1', without: ['endpoint', 'p256dh', 'auth'] },
    },
    onClose: async (tx, userId) => {
      for (const table of OF_USERS) await tx.query(`delete from ${table} where user_id = $1`, [userId]);
    },
    unread: async (sql, userId) => ({ box: 'messages', unread: await countUnread(sql, userId) }),
    wantsMessage: wants,
    jobs: [
      tradingJob({ database, ports, now }),
      interestJob({ database, ports, now }),
      cleanUpJob({ database, now }),
      handle(noticeTask, async ({ userId, kind, named, reference, at, byMail = false }) => {
        const known = MESSAGE_KINDS.find((each) => each === kind);
        if (!known) throw new Error(`${kind} is no kind of a message`);
        await database.transaction(async (tx) => {
          await tellUser(tx, { userId, kind: known, named, reference, at, byMail });
          const event = toldWith(known);
          if (event) tx.notify(userId, event);
        });
      }),
    ],
    calls: {
      'GET /mailMessage/unread': async ({ user }) => {
        const boxes = { messages: 0, support: 0, announcements: 0 };
        for (const { box, unread } of await ports.unread(database, user.id)) boxes[box] += unread;
        return { total: boxes.messages + boxes.support + boxes.announcements, boxes };
      },
      'GET /mailMessage/getList': ({ user, language }, payload) => listMessages(database, user.id, language, payload),
      'GET /mailMessage/getDetail': ({ user, language }, { id }) => readMessage(database, user.id, language, id),
      'POST /mailMessage/read': async ({ user }, { id }) => {
        await markRead(database, user.id, id);
        return {};
      },
      'GET /mailMessage/preferences': ({ user }) => showPreferences(database, user.id, publicKey()),
      'POST /mailMessage/preferences': async ({ user }, input) => {
        await prefer(database, user.id, input);
        return {};
      },
      'POST /mailMessage/push/subscribe': async ({ user }, device) => {
        if (!isPushEndpoint(device.endpoint, settings.push.services))
          throw new DomainError('invalid_field', { field: 'endpoint' });
        const owner = { userId: user.id, sessionId: user.sessionId };
        await database.transaction((tx) => addSubscription(tx, owner, device, now()));
        return {};
      },
      'POST /mailMessage/push/unsubscribe': async ({ user }, { endpoint }) => {
        await removeSubscription(database, user.id, endpoint);
        return {};
      },
    },
  };
});
