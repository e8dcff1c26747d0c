import type { Output } from '../../kit/contract.ts';
import type { MessagesContract } from './contract.ts';
import type { Message } from './index.ts';

export const message = (changes: Partial<Message> = {}): Message => ({
  id: '12',
  kind: 'system',
  title: 'Deposit approved',
  description: '250 USDT were credited to your account.',
  content: '250 USDT were credited to your account.\n\nThank you for your patience.',
  avatar: null,
  time: Date.UTC(2026, 10, 20, 15),
  read: false,
  ...changes,
});

export const messagesFixtures = {
  'GET /mailMessage/getDetail': message(),
  'GET /mailMessage/unread': { total: 3, boxes: { messages: 1, support: 2 } },
  'GET /mailMessage/getList': {
    list: [message(), message({ id: '11', kind: 'service', title: 'Welcome', read: true })],
    page: 1,
    limit: 20,
    total: 2,
  },
} satisfies { readonly [K in keyof MessagesContract]: Output<MessagesContract[K]> };
