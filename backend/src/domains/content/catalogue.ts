/*
 * What the platform comes with to be read. The texts are in `seed/<language>.json` under the same kinds and keys; staff
 * may change both in the database.
 */

import type { HelpSubject } from '@tessera/api/content/rules';
import { type ScreenLink, screenLink } from '../../platform/screens/screen-link.ts';

export const kinds = ['news', 'banner', 'help', 'faq', 'page', 'message', 'menu'] as const;
export type Kind = (typeof kinds)[number];

export type Item = {
  readonly kind: Kind;
  readonly key: string;
  readonly position?: number;
  /** Unix ms. */
  readonly at?: number;
  readonly cover?: string;
  readonly link?: ScreenLink;
  readonly section?: string;
};

const day = (date: number, hour = 8): number => Date.UTC(2026, 10, date, hour);
const asset = (name: string): string => `/api/assets/${name}.svg`;

const news: readonly Item[] = [
  { kind: 'news', key: 'welcome', at: day(18), cover: asset('cover-welcome') },
  { kind: 'news', key: 'settlement', at: day(16), cover: asset('cover-settlement') },
  { kind: 'news', key: 'limits', at: day(12), cover: asset('cover-limits') },
  { kind: 'news', key: 'safety', at: day(9), cover: asset('cover-safety') },
];

const banners: readonly Item[] = [
  { kind: 'banner', key: 'markets', at: day(18), cover: asset('banner-markets'), link: '/pages/market/market' },
  { kind: 'banner', key: 'verify', at: day(17), cover: asset('banner-verify'), link: '/pages/setting/real_mark' },
  { kind: 'banner', key: 'security', at: day(16), cover: asset('banner-security'), link: '/pages/setting/security' },
];

/** Help articles by subject, in the order of the help page, with the screen on which to do it. */
const HELP: ReadonlyArray<readonly [subject: HelpSubject, key: string, link: ScreenLink]> = [
  ['start', 'verify', '/pages/setting/real_mark'],
  ['start', 'codes', '/pages/kf/mail'],
  ['start', 'limits', '/pages/setting/real_mark'],
  ['start', 'vip', '/pages/fund/vip'],
  ['funds', 'deposit', '/pages/fund/receive'],
  ['funds', 'quick_buy', '/pages/fund/select'],
  ['funds', 'withdraw', '/pages/fund/withdraw'],
  ['funds', 'transfer', screenLink('/pages/fund/transfer', { from: 'change', to: 'lever' })],
  ['funds', 'convert', '/pages/transfer/transfer'],
  ['funds', 'send', '/pages/fund/fundTransfer'],
  ['security', 'second_factor', '/pages/setting/authenticator'],
  ['security', 'passkeys', '/pages/setting/passkeys'],
  ['security', 'freeze', '/pages/setting/account'],
  ['security', 'funds_proof', '/pages/fund/proof'],
  ['trade', 'spot', '/pages/transaction/index'],
  ['trade', 'leverage', screenLink('/pages/transaction/index2', { mode: 'lever' })],
  ['trade', 'contracts', '/pages/transaction/index2'],
  ['trade', 'options', '/pages/transaction/index3'],
  ['trade', 'copytrading', '/pages/follow/index'],
  ['finance', 'mining', '/pages/lockming/lockming'],
  ['finance', 'invest', '/pages/invest/invest'],
  ['finance', 'launchpad', '/pages/ieo/ieo'],
  ['finance', 'loans', '/pages/common/borrow'],
  ['finance', 'visa', '/pages/fund/visa'],
  ['more', 'nft', '/pages/nft/nft'],
  ['more', 'quiz', '/pages/game/game'],
  ['more', 'coupons', '/pages/setting/coupon'],
  ['more', 'chat_rules', '/pages/kf/kf'],
  ['more', 'support', '/pages/kefu/index'],
];

const help: readonly Item[] = HELP.map(([section, key, link], position) => ({
  kind: 'help',
  key,
  position,
  section,
  link,
  // Newest first is the order of lists of former versions of the app: the one to start with is the newest.
  at: day(10, 12) - position * 60_000,
}));

const questions: readonly Item[] = [
  'forgot_password',
  'payment_password',
  'deposit_missing',
  'wrong_network',
  'order_types',
  'market_closed',
  'withdrawal_blocked',
  'order_limit',
].map((key, position) => ({ kind: 'faq', key, position }));

const pages: readonly Item[] = ['aboutus', 'operational_compliance', 'terms', 'privacy', 'contactus'].map((key) => ({
  kind: 'page',
  key,
}));

const messages: readonly Item[] = [
  { kind: 'message', key: 'welcome', section: 'service', cover: asset('logo'), link: '/pages/kefu/index' },
  {
    kind: 'message',
    key: 'protect',
    section: 'system',
    cover: asset('logo'),
    position: 1,
    link: '/pages/setting/security',
  },
];

const MENU: ReadonlyArray<readonly [section: string, key: string, link: ScreenLink]> = [
  ['main', 'deposit', '/pages/fund/receive'],
  ['main', 'withdraw', '/pages/fund/withdraw'],
  ['main', 'transfer', screenLink('/pages/fund/transfer', { from: 'change', to: 'lever' })],
  ['main', 'exchange', '/pages/transaction/index'],
  ['main', 'quick_buy', '/pages/fund/select'],
  ['trade', 'contract', '/pages/transaction/index2'],
  ['trade', 'options', '/pages/transaction/index3'],
  ['trade', 'copy', '/pages/copytrade/copy'],
  ['trade', 'stocks', screenLink('/pages/market/market', { tab: 'stocks' })],
  ['trade', 'futures', screenLink('/pages/market/market', { tab: 'futures' })],
  ['trade', 'leverage', screenLink('/pages/transaction/index2', { mode: 'lever' })],
  ['finance', 'finance', '/pages/financial/index'],
  // Behind those that Home offers, whose icons come with it.
  ['trade', 'strategies', '/pages/transaction/strategies'],
  ['finance', 'mining', '/pages/lockming/lockming'],
  ['finance', 'invest', '/pages/invest/invest'],
  ['finance', 'ido', '/pages/ieo/ieo'],
  ['finance', 'nft', '/pages/nft/nft'],
  ['finance', 'defi', '/pages/financial/index3'],
  ['finance', 'cloud_mining', '/pages/lockming/welcome'],
  ['finance', 'otc', '/pages/otc/otc'],
  ['finance', 'borrow', '/pages/common/borrow'],
  ['finance', 'repay', '/pages/common/borrowing'],
  ['more', 'bills', '/pages/setting/bill'],
  ['more', 'coupon', '/pages/setting/coupon'],
  ['more', 'visa', '/pages/fund/visa'],
  ['more', 'games', '/pages/game/game'],
  ['more', 'chat', '/pages/kefu/index'],
  ['more', 'help', '/pages/help/help'],
];

const menu: readonly Item[] = MENU.map(([section, key, link], position) => ({
  kind: 'menu',
  key,
  position,
  section,
  link,
}));

export const items: readonly Item[] = [...news, ...banners, ...help, ...questions, ...pages, ...messages, ...menu];
