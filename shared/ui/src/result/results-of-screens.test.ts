/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@tessera/api/contract';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const SHARED = '@tessera/ui/result';

/**
 * How each action that moves money ends: on the shared result screen, or otherwise for the reason that stands here. Tickets
 * of trading stay as they are: the next order is entered in the same form, and what was done stands in the list below it.
 */
const ENDS: Readonly<Record<string, string>> = {
  'POST /wallet/change': SHARED,
  'POST /user/Transfer': SHARED,
  'POST /wallet/zhuanzhan': SHARED,
  'POST /wallet/out': 'the page becomes the state of the withdrawal, from its review to its arrival',
  'POST /wallet/out/cancel': 'the sheet of the withdrawal shows that it was cancelled',
  'POST /dual/buyDual': SHARED,
  'POST /dual/buyDemand': SHARED,
  'POST /dual/order_sh': SHARED,
  'POST /lh/deposit': SHARED,
  'POST /lh/deposit/order/cancel': SHARED,
  'POST /project/order': SHARED,
  'POST /user/jiedaisave': SHARED,
  'POST /user/loan/cancel': SHARED,
  'POST /user/loan/collateral': SHARED,
  'POST /user/loan/repay': SHARED,
  'POST /quickbuy/order': 'the page becomes the order, with the bank details and its steps',
  'POST /quickbuy/order/cancel': 'the page of the order shows that it was cancelled',
  'POST /quickbuy/order/voucher': 'the page of the order shows that it is under review',
  'POST /wallet/charge_req': 'the deposit stands in the list of the page, with its state',
  'POST /bind_box/buyNFT': 'the page becomes the work that was bought',
  'POST /bind_box/payNFTOrder': 'the page becomes the work that was bought',
  'POST /bind_box/buyBox': 'the page becomes the boxes, which can be opened there',
  'POST /bind_box/marginNFT': SHARED,
  'POST /bind_box/auctionNFT': SHARED,
  'POST /bind_box/resellNFT': SHARED,
  'POST /bind_box/artist/sell': SHARED,
  'POST /bind_box/withdrawNFT': SHARED,
  'POST /quiz/bet': SHARED,
  'POST /user/referral/claim': SHARED,
  'POST /follow/follow': SHARED,
  'POST /follow/cancel': 'moves no money: open copies stay open',
  'POST /follow/selfHolding': 'moves no money: the copy becomes a position of the user in the same list',
  'POST /user/coupon/claim': 'moves no money: the coupon stands in the list of the page',
  'POST /user/coupon/use': 'moves no money: the coupon stands in the list of the page as in use',
  'POST /coin/trade': 'ticket',
  'PUT /coin/trade': 'ticket',
  'POST /coin/amend': 'ticket',
  'POST /coin/cancel_all': 'ticket',
  'POST /lever/submit': 'ticket',
  'POST /lever/amend': 'ticket',
  'POST /lever/cancel': 'ticket',
  'POST /lever/close': 'ticket',
  'POST /lever/batch_close': 'ticket',
  'POST /lever/reverse': 'ticket',
  'POST /lever/margin': 'ticket',
  'POST /lever/setstop': 'ticket',
  'POST /lever/trigger': 'ticket',
  'PUT /lever/trigger': 'ticket',
  'POST /lever/trigger/cancel': 'ticket',
  'POST /microtrade/submit': 'ticket',
  'POST /plans/start': 'the page becomes that of the plan, with its progress',
  'POST /alerts/set': 'moves no money: the alert stands in the list',
  'POST /follow/apply': 'moves no money: an application',
  'POST /follow/resign': 'moves no money',
  'POST /user/visasave': 'moves no money: the page becomes the state of the application',
  'POST /bind_box/artist/apply': 'moves no money: an application',
  'POST /bind_box/submissions': 'moves no money: the work stands in the list of the page, under review',
  'POST /bind_box/artist/sale/end': 'moves no money: the page shows that it is not for sale',
  'POST /bind_box/cancelResale': 'moves no money: the page shows that it is not for sale',
  'POST /bind_box/openBlindBox': 'the page shows what was in the box',
};

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(String(path)) })
    .filter((path) => !/\.(?:test|d)\.tsx?$/.test(path))
    .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

const screens = read('remotes/**/*.{ts,tsx}');
const queries = read('shared/api/src/domains/*/*.ts');

/** The files that send a call, found by the hook of its domain. */
function sendersOf(call: string): typeof screens {
  const found = queries.flatMap(({ path, source }) => {
    const hook = new RegExp(`export const (use\\w+) = command\\(\\s*'${call}'`).exec(source)?.[1];
    return hook ? [{ hook, domain: path.split('/').at(-2) }] : [];
  });
  expect(found, call).toHaveLength(1);
  const [{ hook, domain } = {}] = found;
  const imports = new RegExp(`import \\{[^}]*\\b${hook}\\b[^}]*\\} from '@tessera/api/${domain}'`);
  return screens.filter(({ source }) => imports.test(source));
}

test('each action that moves money has an end that is named here', () => {
  const moving = Object.entries(contract)
    .filter(([, { idempotent, value }]) => idempotent && value !== null)
    .map(([call]) => call);
  expect(moving.length).toBeGreaterThan(30);
  expect(moving.filter((call) => !(call in ENDS))).toEqual([]);
  expect(Object.keys(ENDS).filter((call) => !(call in contract))).toEqual([]);
});

test.each(Object.keys(ENDS).filter((call) => ENDS[call] === SHARED))('%s ends on the shared result screen', (call) => {
  const senders = sendersOf(call);
  expect(senders.length).toBeGreaterThan(0);
  // A question after silence stands in a list of its own: what it repeats ends where it was sent.
  const ending = senders.filter(({ source }) => source.includes(`from '${SHARED}'`));
  expect(ending.map(({ path }) => path)).not.toEqual([]);
  for (const { path, source } of senders) expect(source, path).not.toMatch(/showToast\([^;]*'success'/);
});
