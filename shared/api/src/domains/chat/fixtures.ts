import type { Output } from '../../kit/contract.ts';
import type { ChatContract } from './contract.ts';

type Calls = ChatContract;
type Message = Output<Calls['POST /chat/send']>;
type Room = Output<Calls['GET /chat/room']>;

/** When the fixtures are looked at. */
export const CHAT_NOW = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;

export const bea = { handle: 'beabeabeabea', name: 'Bea', avatar: null, staff: false } as const;
export const me = { handle: 'memememememe', name: 'Demo', avatar: null, staff: false } as const;
export const house = { handle: null, name: 'Tessera', avatar: null, staff: true } as const;

/** A message of Bea's, a minute after the one before it. */
export const chatMessage = (changes: Partial<Message> = {}): Message => {
  const { seq = 1 } = changes;
  return {
    seq,
    revision: seq,
    at: CHAT_NOW + (seq - 10) * MINUTE,
    client_id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    author: bea,
    text: `Message ${seq}`,
    picture: null,
    card: null,
    reply_to: null,
    mentions: [],
    reactions: [],
    pinned: false,
    deleted: null,
    ...changes,
  };
};

const room: Output<Calls['GET /chat/rooms']>['list'][number] = {
  id: 'en',
  kind: 'language',
  language: 'en',
  symbol: null,
  open: true,
  slow_mode: 0,
  seq: 4,
  unread: 2,
  present: 37,
  last: { name: 'Bea', text: 'Anyone long here?', at: CHAT_NOW - 6 * MINUTE, more: null },
};

export const chatRoom = (changes: Partial<Room> = {}, own: Partial<Room['me']> = {}): Room => ({
  ...room,
  revision: 4,
  rules: 'Stay friendly and on the subject. No links.',
  pinned: [],
  me: { handle: me.handle, name: me.name, read: 2, ban: null, verified: true, slow_until: 0, held: [], ...own },
  now: CHAT_NOW,
  ...changes,
});

const messages: readonly Message[] = [
  chatMessage({ seq: 1, author: house, text: 'Welcome. Read https://tessera.example/rules first.' }),
  chatMessage({ seq: 2, author: me, text: 'Good morning', reactions: [{ emoji: '👍', count: 2 }] }),
  chatMessage({
    seq: 3,
    text: '',
    card: {
      kind: 'position',
      symbol: 'BTC/USDT-PERP',
      side: 'long',
      multiple: 10,
      entry: '64000.1',
      mark: '64250.5',
      ratio: '0.0391',
      profit: null,
      margin: null,
      currency: 'USDT',
      at: CHAT_NOW - 7 * MINUTE,
    },
  }),
  chatMessage({
    seq: 4,
    text: 'Anyone long here?',
    reply_to: { seq: 2, name: 'Demo', text: 'Good morning', picture: false },
  }),
];

const staffRooms: Output<Calls['GET /staff/chat']> = {
  rooms: [
    {
      id: 'en',
      kind: 'language',
      language: 'en',
      symbol: null,
      open: true,
      slow_mode: 0,
      position: 10,
      messages: 4,
      rules: { en: 'Stay friendly.' },
    },
  ],
  bans: [
    {
      id: '3',
      uid: '10000007',
      name: 'Mallory',
      room: null,
      reason: 'Spam',
      at: CHAT_NOW,
      until: CHAT_NOW + 60 * MINUTE,
    },
  ],
};

export const chatFixtures = {
  'GET /chat/rooms': {
    list: [
      room,
      { ...room, id: 'de', language: 'de', seq: 0, unread: null, present: 0, last: null },
      {
        ...room,
        id: 'btc-usdt',
        kind: 'instrument',
        language: null,
        symbol: 'BTC/USDT',
        unread: 0,
        present: 112,
        last: { name: 'Ann', text: '', at: CHAT_NOW - 2 * MINUTE, more: 'card' },
      },
    ],
  },
  'GET /chat/room': chatRoom(),
  'GET /chat/messages': { list: [...messages], mine: [{ seq: 2, emoji: '👍' }], revision: 4, more: false },
  'POST /chat/send': chatMessage({ seq: 5, author: me, text: 'I am' }),
  'POST /chat/react': chatMessage({
    seq: 4,
    revision: 5,
    reactions: [{ emoji: '🔥', count: 1 }],
    text: 'Anyone long here?',
  }),
  'POST /chat/withdraw': {},
  'POST /chat/delete': chatMessage({ seq: 2, author: me, text: '', deleted: 'author' }),
  'POST /chat/report': {},
  'POST /chat/read': {},
  'GET /chat/muted': { list: [] },
  'POST /chat/mute': { list: [bea] },
  'GET /staff/chat': staffRooms,
  'GET /staff/chat/messages': { list: [{ ...chatMessage({ seq: 4 }), uid: '10000002', by: null }] },
  'GET /staff/chat/log': {
    list: [
      {
        at: CHAT_NOW,
        by: 'Mia',
        action: 'chat.delete',
        subject: 'chat_message:en:3',
        reason: 'Advertising ("buy my coin")',
      },
    ],
    page: 1,
    limit: 10,
    total: 1,
  },
  'POST /staff/chat/room': staffRooms,
  'POST /staff/chat/post': chatMessage({ seq: 5, author: house, text: 'Maintenance at 20:00 UTC', pinned: true }),
  'POST /staff/chat/pin': chatMessage({ seq: 4, pinned: true }),
  'POST /staff/chat/delete': chatMessage({ seq: 4, text: '', deleted: 'staff' }),
  'POST /staff/chat/ban': staffRooms,
  'POST /staff/chat/lift': staffRooms,
} satisfies { readonly [K in keyof Calls]: Output<Calls[K]> };
