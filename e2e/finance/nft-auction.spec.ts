import { type BrowserContext, expect, test } from '@playwright/test';
import { advanceClock, backendNow } from '../platform/clock.ts';
import { bid, type Calls, type Collector, enterKey, newCollector, openAuction } from '../platform/collector.ts';
import { finish } from '../platform/journey.ts';
import { screen } from '../platform/where.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

type Auction = {
  readonly end_time: number;
  readonly min_bid: string;
  readonly currency: string;
  /** `to_pay`: what the user owes for a win or an offer. */
  readonly viewer: { readonly deposit: string; readonly to_pay: object | null };
};
const auctionOf = ({ get }: Calls, code: string) => get<Auction>(`/bind_box/getBoxDetail?code=${code}`);
const auctionPage = (code: string) => screen(`/pages/nft/purchase_one?code=${code}`);

/** Two users of the tests' own, who bid in both auctions. */
let ann: Collector;
let bea: Collector;
let contexts: readonly BrowserContext[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [first, second] = contexts as [BrowserContext, BrowserContext];
  ann = await newCollector(await first.newPage(), { language: 'de', theme: 'dark' }, '500');
  bea = await newCollector(await second.newPage(), { language: 'zh', theme: 'light' }, '500');
});

test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

/** Moves the clock behind the end of an auction, which late bids may have moved. */
async function end(calls: Calls, code: string): Promise<void> {
  await advanceClock({ ms: (await auctionOf(calls, code)).end_time - (await backendNow()) + MINUTE });
}

/** Waits for what a job makes of the time that has passed: a page is opened once the server has it. */
const comes = ({ calls }: Collector, code: string, viewer: Readonly<Record<string, unknown>>) =>
  expect.poll(async () => (await auctionOf(calls, code)).viewer).toMatchObject(viewer);

/** The page follows the clock when it is loaded anew: here at the screen itself, whatever it showed before. */
async function look({ page }: Collector, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path);
}

test('a bid is outbid live, raised, wins at the end, and the rest is paid', async ({ browser }) => {
  const code = await openAuction();
  const { app, page } = ann;
  await page.goto(auctionPage(code));
  await page.getByRole('button', { name: /Kaution zahlen$/ }).tap();
  await enterKey(page);
  await finish(app);
  const form = page.getByRole('region', { name: app.text('nft:bid.title') });
  const raise = async () => {
    await form.getByRole('button', { pressed: false }).first().tap();
    await form.getByRole('button', { name: /bieten$/ }).tap();
    const sheet = page.getByRole('dialog', { name: app.text('nft:bid.confirm') });
    await expect(sheet).toContainText(app.text('nft:bid.kept'));
    await enterKey(page);
    await expect(sheet).toHaveCount(0);
    await finish(app);
  };
  await raise();
  const standing = page.getByRole('status').filter({ hasText: 'Höchstbietender' });
  await expect(standing).toBeVisible();

  // A guest who looks at it gets bids over the connection alone.
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(auctionPage(code).replace('purchase_one', 'artworkDetail'));
  await expect(guest.getByText('Highest bid')).toBeVisible();
  const { min_bid, currency } = await auctionOf(bea.calls, code);
  await guest.route('**/bind_box/**', (route) => route.abort());
  await bid(bea, code, min_bid);
  const shown = new Intl.NumberFormat('en', { maximumFractionDigits: 12 }).format(Number(min_bid));
  await expect(guest.getByRole('region', { name: 'Sale' })).toContainText(`${shown}\u00a0${currency}`);
  await guest.context().close();

  // The bidder is told without a reload, there and in the messages.
  await expect(page.getByText(/^Sie wurden überboten/)).toBeVisible();
  await raise();
  await expect(standing).toBeVisible();

  await end(ann.calls, code);
  await look(ann, screen('/pages/nft/mine?tab=messages'));
  await expect(page.getByText(/^Sie wurden bei .+ überboten/)).toBeVisible();
  await page.getByRole('button', { name: /Sie haben .+ gewonnen/ }).tap();
  await page.getByRole('button', { name: /zahlen$/ }).tap();
  await enterKey(page);
  await expect(app.heading('nft:routes.nft.myNft')).toBeVisible();
  await expect(page.getByText(code, { exact: true }).filter({ visible: true })).toBeVisible();
  // The other one has the deposit back.
  await comes(bea, code, { deposit: 'returned', to_pay: null });
  await look(bea, auctionPage(code));
  await expect(bea.page.getByText(bea.app.text('nft:standing.returned'))).toBeVisible();
});

test('a win that is not paid costs the deposit, and the second bidder is offered the work', async () => {
  const code = await openAuction();
  const { page } = ann;
  for (const bidder of [ann, bea]) await bid(bidder, code, (await auctionOf(bidder.calls, code)).min_bid);
  await end(bea.calls, code);
  await comes(bea, code, { deposit: 'paid', to_pay: expect.anything() });
  await look(bea, auctionPage(code));
  await expect(bea.page.getByText(bea.app.text('nft:standing.won'))).toBeVisible();
  await advanceClock({ ms: DAY });
  await comes(bea, code, { deposit: 'kept', to_pay: null });
  await look(bea, auctionPage(code));
  await expect(bea.page.getByText(new RegExp(`^${bea.app.text('nft:standing.kept')}`))).toBeVisible();

  await comes(ann, code, { to_pay: expect.anything() });
  await look(ann, screen('/pages/nft/mine?tab=pay'));
  await expect(page.getByText(ann.app.text('nft:rest.offered'))).toBeVisible();
  await page.getByRole('button', { name: /zahlen$/ }).tap();
  await enterKey(page);
  await expect(ann.app.heading('nft:routes.nft.myNft')).toBeVisible();
});
