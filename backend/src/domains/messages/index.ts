import { messagesContract } from '@tessera/api/messages/contract';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { countUnread, listMessages, readMessage } from './messages.ts';

export { tellUser } from './user-messages.ts';

/** Messages of the exchange to its users. */
export const messages = defineDomain(messagesContract, ({ database, now, ports }) => ({
  name: 'messages',
  userData: { message_reading: OWN_ROWS, user_message: OWN_ROWS },
  onClose: async (tx, userId) => {
    await tx.query('delete from user_message where user_id = $1', [userId]);
  },
  unread: async (sql, userId) => ({ box: 'messages', unread: await countUnread(sql, userId) }),
  calls: {
    'GET /mailMessage/unread': async ({ user }) => {
      const boxes = { messages: 0, support: 0 };
      for (const { box, unread } of await ports.unread(database, user.id)) boxes[box] += unread;
      return { total: boxes.messages + boxes.support, boxes };
    },
    'GET /mailMessage/getList': ({ user, language }, payload) =>
      listMessages(database, user.id, language, payload, now()),
    'GET /mailMessage/getDetail': ({ user, language }, { id }) => readMessage(database, user.id, language, id),
  },
}));
