import type { Output } from '../../kit/contract.ts';
import type { MessagesContract } from './contract.ts';
import type { Message } from './index.ts';
import { type ChangedPreferences, MESSAGE_TOPICS, preferenceOf } from './rules.ts';

/** The response with these changes of the defaults. */
export const preferences = (changed: ChangedPreferences = {}, details = false) => ({
  list: MESSAGE_TOPICS.map((topic) => ({
    topic,
    channels: {
      app: preferenceOf(changed, topic, 'app'),
      mail: preferenceOf(changed, topic, 'mail'),
      push: preferenceOf(changed, topic, 'push'),
    },
  })),
  details,
  push: {
    key: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
    devices: 0,
  },
});

export const message = (changes: Partial<Message> = {}): Message => ({
  id: '12',
  kind: 'system',
  topic: 'payments',
  title: 'Deposit approved',
  description: '250 USDT were credited to your account.',
  content: '250 USDT were credited to your account.\n\nThank you for your patience.',
  avatar: null,
  link: '/pages/setting/bill',
  time: Date.UTC(2026, 10, 20, 15),
  read: false,
  ...changes,
});

export const messagesFixtures = {
  'GET /mailMessage/getDetail': message(),
  'GET /mailMessage/unread': { total: 3, boxes: { messages: 1, support: 2, announcements: 0 } },
  'GET /mailMessage/getList': {
    list: [
      message(),
      message({ id: '11', kind: 'service', topic: 'announcements', title: 'Welcome', link: null, read: true }),
    ],
    page: 1,
    limit: 20,
    total: 2,
  },
  'POST /mailMessage/read': {},
  'GET /mailMessage/preferences': preferences(),
  'POST /mailMessage/preferences': {},
  'POST /mailMessage/push/subscribe': {},
  'POST /mailMessage/push/unsubscribe': {},
} satisfies { readonly [K in keyof MessagesContract]: Output<MessagesContract[K]> };
