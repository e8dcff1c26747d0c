import { messagesContract } from '@tessera/api/messages/contract';
import { defineDomain } from '../../platform/domain.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { listMessages } from './messages.ts';

/** Messages of the exchange to its users. */
export const messages = defineDomain(messagesContract, ({ database, now }) => ({
  name: 'messages',
  userData: { message_reading: OWN_ROWS },
  calls: {
    'GET /mailMessage/getList': ({ user, language }, payload) =>
      listMessages(database, user.id, language, payload, now()),
  },
}));
