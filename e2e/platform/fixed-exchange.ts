import type { Page } from '@playwright/test';
import { alertsFixtures } from '@tessera/api/alerts/fixtures';
import { brakesFixtures } from '@tessera/api/brakes/fixtures';
import { chartsFixtures } from '@tessera/api/charts/fixtures';
import { chatFixtures } from '@tessera/api/chat/fixtures';
import { contentFixtures } from '@tessera/api/content/fixtures';
import { convertFixtures } from '@tessera/api/convert/fixtures';
import { copytradingFixtures } from '@tessera/api/copytrading/fixtures';
import { couponsFixtures } from '@tessera/api/coupons/fixtures';
import { depositsFixtures } from '@tessera/api/deposits/fixtures';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import type { UserInfo } from '@tessera/api/identity';
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { apple, bitcoin, instrumentsFixtures, listing } from '@tessera/api/instruments/fixtures';
import { investFixtures } from '@tessera/api/invest/fixtures';
import { kycFixtures } from '@tessera/api/kyc/fixtures';
import { launchpadFixtures } from '@tessera/api/launchpad/fixtures';
import { leverageFixtures } from '@tessera/api/leverage/fixtures';
import { loansFixtures } from '@tessera/api/loans/fixtures';
import { messagesFixtures } from '@tessera/api/messages/fixtures';
import { miningFixtures } from '@tessera/api/mining/fixtures';
import { nftFixtures } from '@tessera/api/nft/fixtures';
import { optionsFixtures } from '@tessera/api/options/fixtures';
import { payeesFixtures } from '@tessera/api/payees/fixtures';
import { plansFixtures } from '@tessera/api/plans/fixtures';
import { portfolioFixtures } from '@tessera/api/portfolio/fixtures';
import { proofsFixtures } from '@tessera/api/proofs/fixtures';
import { quickbuyFixtures } from '@tessera/api/quickbuy/fixtures';
import { quizFixtures } from '@tessera/api/quiz/fixtures';
import { referralFixtures } from '@tessera/api/referral/fixtures';
import { securityFixtures } from '@tessera/api/security/fixtures';
import { siteFixtures } from '@tessera/api/site/fixtures';
import { spotFixtures } from '@tessera/api/spot/fixtures';
import { supportFixtures } from '@tessera/api/support/fixtures';
import { vipFixtures } from '@tessera/api/vip/fixtures';
import { visaFixtures } from '@tessera/api/visa/fixtures';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { watchlistFixtures } from '@tessera/api/watchlist/fixtures';
import { withdrawalsFixtures } from '@tessera/api/withdrawals/fixtures';

/*
 * The released pages before an exchange that never changes: replies are the fixtures of the domains, and the clock stands
 * still, so that a picture of a screen is the same on each day.
 */

/** When the fixtures are looked at. */
export const NOW = Date.UTC(2026, 10, 20, 15);

const COINS = [
  ['ETH', 'Ethereum', '3120.4', '0.0211'],
  ['SOL', 'Solana', '142.85', '-0.0134'],
  ['XRP', 'XRP', '0.5231', '0.0046'],
  ['DOGE', 'Dogecoin', '0.1245', '-0.0302'],
] as const;

const QUARTER = 900_000;

/** Bars of 15 minutes around 63,000, the last one of which is open. */
function barsUntil(end: number): readonly (readonly [number, ...string[]])[] {
  const priceAt = (place: number) => 63_000 + 180 * Math.sin(place / 9) + 60 * Math.sin(place / 2);
  return Array.from({ length: 120 }, (_, place) => {
    const [open, close] = [priceAt(place - 120), priceAt(place - 119)];
    const [high, low] = [Math.max(open, close) + 20, Math.min(open, close) - 20];
    const volume = 2 + Math.sin(place);
    const figures = [open, high, low, close, volume].map((figure) => figure.toFixed(2));
    return [end - (119 - place) * QUARTER, ...figures];
  });
}

/** 20 levels a side around 63,000, best first. */
const depthAt = (at: number) => ({
  bids: Array.from({ length: 20 }, (_, level) => [(62_999.5 - level / 2).toFixed(2), `0.${1 + ((level * 7) % 9)}`]),
  asks: Array.from({ length: 20 }, (_, level) => [(63_000.5 + level / 2).toFixed(2), `0.${1 + ((level * 5) % 9)}`]),
  at,
});

/** What a channel has when it is subscribed to; undefined for none. */
function stateOf(channel: string, seq: number): unknown {
  const [kind = ''] = channel.split(':');
  const { bids, asks, at } = depthAt(NOW);
  if (kind === 'depth') return { bids, asks, at };
  if (kind === 'book') return [[seq, null, bids, asks]];
  if (kind !== 'trades') return undefined;
  return asks.map(([price, amount], place) => [
    String(place),
    price,
    amount,
    place % 3 ? 'buy' : 'sell',
    at - place * 1_000,
  ]);
}

const FIXTURES: Readonly<Record<string, unknown>> = {
  ...alertsFixtures,
  ...brakesFixtures,
  ...chartsFixtures,
  ...chatFixtures,
  ...contentFixtures,
  ...convertFixtures,
  ...copytradingFixtures,
  ...couponsFixtures,
  ...depositsFixtures,
  ...fiatFixtures,
  ...identityFixtures,
  ...instrumentsFixtures,
  ...investFixtures,
  ...kycFixtures,
  ...launchpadFixtures,
  ...leverageFixtures,
  ...loansFixtures,
  ...messagesFixtures,
  ...miningFixtures,
  ...nftFixtures,
  ...optionsFixtures,
  ...payeesFixtures,
  ...plansFixtures,
  ...portfolioFixtures,
  ...proofsFixtures,
  ...quickbuyFixtures,
  ...quizFixtures,
  ...referralFixtures,
  ...securityFixtures,
  ...siteFixtures,
  ...spotFixtures,
  ...supportFixtures,
  ...vipFixtures,
  ...visaFixtures,
  ...walletFixtures,
  ...watchlistFixtures,
  ...withdrawalsFixtures,
  // A list to scroll, an instrument of each kind of trade, and a chart of 120 bars.
  'GET /currency/quotation_new': listing(
    bitcoin({ trades: ['spot', 'lever', 'micro'], multiples: [1, 2, 5, 10, 20, 50, 100] }),
    ...COINS.map(([base, name, last, change], place) =>
      bitcoin({
        symbol: `${base}/USDT`,
        name,
        base,
        currency_id: 20 + place,
        rank: 2 + place,
        latest: { last, bid: last, ask: last, index: last, mark: last, change_24h: change },
      }),
    ),
    apple(),
  ),
  'GET /currency/new_timeshar': { symbol: 'BTC/USDT', interval: '15m', bars: barsUntil(NOW) },
};

type Frame = { readonly op: string; readonly t?: number; readonly channels?: readonly string[] };

/** As the page keeps it. */
const USER = {
  uid: '10000001',
  accountName: 'd***o@tessera.example',
  nickname: 'Demo',
  avatar: null,
  verificationLevel: 2,
  hasPayPassword: true,
};
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#648"/></svg>';

export type FixedLook = { readonly language: UserInfo['language']; readonly theme: 'light' | 'dark' };

/** Replaces the exchange, and signs its user in. A call without a fixture is noted in what this returns, and fails. */
export async function fixExchange(page: Page, { language, theme }: FixedLook): Promise<readonly string[]> {
  const unknown: string[] = [];
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(
    ([code, name, user]) => {
      localStorage.setItem('tessera.host.web-version', '1');
      localStorage.setItem('tessera.host.language', code as string);
      localStorage.setItem('tessera.host.theme', name as string);
      localStorage.setItem('tessera.host.token', 'token');
      localStorage.setItem('tessera.host.user', user as string);
    },
    [language, theme, JSON.stringify(USER)],
  );
  await page.route('**/h5/logo.svg', (route) => route.fulfill({ body: PICTURE, contentType: 'image/svg+xml' }));
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.resourceType() === 'image') return route.fulfill({ body: PICTURE, contentType: 'image/svg+xml' });
    const { pathname, searchParams } = new URL(request.url());
    const callId = `${request.method()} ${pathname.replace('/api', '')}`;
    const user =
      callId === 'GET /user/info' ? userInfo({ language, verification_level: 2, has_pay_password: true }) : undefined;
    const handler = user ?? FIXTURES[callId];
    if (handler === undefined) unknown.push(callId);
    const form = request.method() === 'GET' ? searchParams : new URLSearchParams(request.postData() ?? '');
    const message = typeof handler === 'function' ? await handler({ callId, form }) : handler;
    await route.fulfill({
      json:
        handler === undefined
          ? { type: 'error', code: 0, error: 'internal', message: callId }
          : { type: 'ok', code: 1, message },
    });
  });
  await page.routeWebSocket('**/realtime', (socket) => {
    let seq = 0;
    socket.send(JSON.stringify({ op: 'ready', feed: 'simulated', now: NOW }));
    socket.onMessage((text) => {
      const { op, t, channels = [] } = JSON.parse(String(text)) as Frame;
      if (op === 'ping') socket.send(JSON.stringify({ op: 'pong', t }));
      if (op !== 'subscribe') return;
      for (const ch of channels) {
        seq += 1;
        const d = stateOf(ch, seq);
        if (d) socket.send(JSON.stringify({ ch, d }));
      }
    });
  });
  return unknown;
}
