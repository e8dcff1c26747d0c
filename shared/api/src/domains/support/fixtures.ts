import type { Output } from '../../kit/contract.ts';
import type { SupportContract } from './contract.ts';
import type { SupportConversation, SupportMessage } from './queries.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const supportMessage = (changes: Partial<SupportMessage> = {}): SupportMessage => ({
  seq: 1,
  kind: 'text',
  author: 'user',
  name: null,
  text: 'My deposit has not arrived',
  picture: null,
  client_id: '00000000-0000-4000-8000-000000000001',
  at: AT,
  ...changes,
});

export const supportConversation = (changes: Partial<SupportConversation> = {}): SupportConversation => ({
  id: '7',
  reference: 'ABCDEFGH23',
  channel: 'chat',
  status: 'open',
  title: null,
  agent: 'Mara',
  last_seq: 3,
  delivered_seq: 3,
  seen_seq: 3,
  unread: 0,
  position: null,
  wait: null,
  rating: null,
  created_at: AT,
  last_at: AT,
  ...changes,
});

/** Calls of the page; those of staff are the console's. */
export const supportFixtures = {
  'POST /support/lost_factors': { reference: 'ABCDEFGH23', at: AT },
  'POST /sms_mail_kf': { reference: 'ABCDEFGH23', at: AT },
  'GET /support/service': { staffed: true, queue: 2, wait: 180_000 },
  'GET /support/current': { conversation: supportConversation() },
  'GET /support/list': { list: [supportConversation()], page: 1, limit: 10, total: 1 },
  'GET /support/messages': {
    conversation: supportConversation(),
    list: [
      supportMessage(),
      supportMessage({ seq: 2, kind: 'joined', author: 'system', name: 'Mara', text: '', client_id: null }),
      supportMessage({ seq: 3, author: 'agent', name: 'Mara', text: 'Let me look', client_id: null, at: AT + 60_000 }),
    ],
  },
  'POST /support/message': { conversation: supportConversation({ last_seq: 4 }), message: supportMessage({ seq: 4 }) },
  'POST /support/seen': {},
  'POST /support/typing': {},
  'POST /support/end': supportConversation({ status: 'resolved' }),
  'POST /support/rate': supportConversation({ status: 'resolved', rating: 5 }),
  'POST /support/ticket': supportConversation({ channel: 'mail', status: 'waiting', agent: null, title: 'Deposit' }),
} satisfies {
  readonly [K in Exclude<keyof SupportContract, `${string} /staff/${string}`>]: Output<SupportContract[K]>;
};
