import type { Output } from '../../kit/contract.ts';
import type { ContentContract } from './contract.ts';
import type { ContentItem } from './index.ts';

const AT = Date.UTC(2026, 10, 20, 15);

export const contentItem = (changes: Partial<ContentItem> = {}): ContentItem => ({
  id: '8',
  c_id: 4,
  title: 'New pairs on spot',
  abstract: 'SOL/USDT and XRP/USDT are open for trading.',
  cover: null,
  link: null,
  at: AT,
  ...changes,
});

const article = { title: 'About us', content: 'We run an exchange.\n\nIt never sleeps.', updated_at: AT };

export const contentFixtures = {
  'GET /news/index_pop': { item: null },
  'POST /news/pop_seen': {},
  'POST /news/list': { list: [contentItem()], page: 1, limit: 20, total: 1 },
  'POST /news/detail': { ...contentItem(), content: 'SOL/USDT and XRP/USDT are open.\n\nFees are as usual.' },
  'GET /help/articles': {
    list: [
      { id: '21', subject: 'start', title: 'Verify your identity', abstract: 'Two levels' },
      { id: '22', subject: 'funds', title: 'Deposit', abstract: 'Address, network, voucher' },
    ],
  },
  'GET /help/article': {
    id: '22',
    subject: 'funds',
    title: 'Deposit',
    abstract: 'Address, network, voucher',
    content: 'Open Deposit.\n\nChoose the network.',
    link: '/pages/fund/receive',
    updated_at: AT,
  },
  'GET /help/search': {
    list: [{ id: '22', subject: 'funds', title: 'Deposit', abstract: 'Address, network, voucher' }],
  },
  'POST /help/helpful': {},
  'GET /menu': {
    list: [
      { key: 'deposit', title: 'Deposit', path: '/pages/fund/receive', group: 'main', badge: null },
      { key: 'options', title: 'Options', path: '/pages/transaction/index3', group: 'trade', badge: null },
    ],
  },
  'GET /menu/shortcuts': { keys: null },
  'POST /menu/shortcuts': { keys: ['options'] },
  'GET /faq': { list: [{ id: '1', topic: 'Deposits', question: 'When does it arrive?', answer: 'After its review.' }] },
  'GET /contactus': { email: 'support@tessera.example', phone: null, address: null, hours: 'Around the clock' },
  'POST /contactus': { id: '5', at: AT },
  'GET /aboutus': article,
  'GET /terms': { ...article, title: 'Terms of use' },
  'GET /privacy': { ...article, title: 'Privacy policy' },
  'GET /operational_compliance': { ...article, title: 'Compliance' },
} satisfies {
  readonly [K in Exclude<keyof ContentContract, `${string} /staff/${string}`>]: Output<ContentContract[K]>;
};
