// @vitest-environment jsdom

import { userInfo } from '@tessera/api/identity/fixtures';
import type { SubmittedWork } from '@tessera/api/nft';
import {
  artworkDetail,
  auctionDetail,
  blindBox,
  box,
  boxSeries,
  nftFixtures,
  openedBox,
  ownItem,
  submission,
} from '@tessera/api/nft/fixtures';
import { securityFixtures } from '@tessera/api/security/fixtures';
import { spending } from '@tessera/api/wallet/fixtures';
import { addTexts } from '@tessera/i18n';
import { enterPayPassword, idempotently, reject, showScreen, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import ArtworkPage from '../pages/artwork/ArtworkPage.tsx';
import AuctionPage from '../pages/auction/AuctionPage.tsx';
import MinePage from '../pages/mine/MinePage.tsx';
import MyWorkPage from '../pages/my-work/MyWorkPage.tsx';
import PurchasePage from '../pages/purchase/PurchasePage.tsx';
import ResellPage from '../pages/resell/ResellPage.tsx';
import remote from '../remote.tsx';

const DETAIL = 'GET /bind_box/getBoxDetail';
const BUY = 'POST /bind_box/buyNFT';
const HOUR = 3_600_000;

beforeEach(() => {
  // No motion: a box opens at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
const { exchange, toasts } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({
    ...nftFixtures,
    'GET /wallet/spending': spending(),
    'POST /wallet/way/begin': { approval: { passkey: null, totp: true, code: null, factor_from: null } },
    'GET /currency/user_currency_list': {
      list: [
        { currency_id: 3, currency: 'USDT', name: 'Tether', scale: 6, available: '1000', frozen: '0' },
        { currency_id: 2, currency: 'ETH', name: 'Ether', scale: 8, available: '5', frozen: '0' },
      ],
    },
  }),
});
beforeAll(async () => {
  await addTexts('nft/draws', (code) => import(`../draws/i18n/${code}.json`));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

type User = ReturnType<typeof showScreen>['user'];
const enterKey = async (user: User, name: string) => {
  await screen.findByRole('dialog', { name });
  await enterPayPassword(user);
};
const { sent } = exchange;
const now = () => Date.now();

test('a work says what it is, whose it is and what happened to it; a guest logs in to buy', async () => {
  signOut();
  const { user } = showScreen(<ArtworkPage />, '/pages/nft/artworkDetail?code=AURORA-01');
  const buy = await screen.findByRole('link', { name: /Buy for 120.USDT/ });
  expect(buy.getAttribute('href')).toContain('/pages/common/login?from=');
  expect(screen.getByText('Light over a frozen lake.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Royalty 5%' }));
  expect(await screen.findByText(/5% of the price of every resale goes to the creator/)).toBeDefined();
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect((await screen.findByRole('list', { name: 'History' })).textContent).toMatch(/Sale120.USDTArtist → L\*\*\*a/);
});

test.each([
  ['upcoming', 'Not on sale yet'],
  ['sold_out', 'Sold out'],
  ['ended', 'Sale ended'],
] as const)('a work that is %s cannot be bought', async (status, name) => {
  exchange.change({ [DETAIL]: artworkDetail({ status, start_time: now() + HOUR, end_time: now() + 2 * HOUR }) });
  showScreen(<ArtworkPage />, '/pages/nft/artworkDetail?code=AURORA-01');
  expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', true);
});

test('a sound that cannot be played is an audio file error, and can be tried again', async () => {
  const players: EventTarget[] = [];
  class Player extends EventTarget {
    preload = '';
    src = '';
    constructor() {
      super();
      players.push(this);
    }
    play = () => Promise.reject(new DOMException('no decoder', 'NotSupportedError'));
    pause() {}
    load() {}
    removeAttribute() {}
  }
  vi.stubGlobal('Audio', Player);
  exchange.change({
    [DETAIL]: artworkDetail({
      type: 'audio',
      media: {
        ...artworkDetail().media,
        source: { path: '/api/nft/media/tide.mp3', mime: 'audio/mpeg' },
        duration: 12_000,
        waveform: [10, 90, 40],
      },
    }),
  });
  const { user } = showScreen(<ArtworkPage />, '/pages/nft/artworkDetail?code=AURORA-01');
  await user.click(await screen.findByRole('button', { name: 'Play' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Audio file error');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Audio file error')).toBeDefined();
});

test('buys at the price that was shown, and repeats exactly that after silence', async () => {
  exchange.change({ [BUY]: idempotently(() => nftFixtures[BUY], { losing: 1 }) });
  const { user } = showScreen(<PurchasePage />, '/pages/nft/purchase?code=AURORA-01');
  const open = await screen.findByRole('button', { name: /Buy for 120.USDT/ });
  await waitFor(() => expect(open).toHaveProperty('disabled', false));
  await user.click(open);
  await enterKey(user, 'Confirm purchase');
  await user.click(await screen.findByRole('button', { name: 'Repeat safely' }));
  await screen.findByText('“Aurora” is yours');
  const [first, second] = exchange.of(BUY);
  expect(first?.idempotencyKey).toBe(second?.idempotencyKey);
  expect(sent(BUY)).toMatchObject({ code: 'AURORA-01', price: '120', currency: 'USDT', key: '482915' });
});

test('a wrong password is said at the keypad; a price that moved closes the sheet and is read again', async () => {
  exchange.change({ [BUY]: reject('key_wrong', 'Wrong payment password.') });
  const { user } = showScreen(<PurchasePage />, '/pages/nft/purchase?code=AURORA-01');
  const open = await screen.findByRole('button', { name: /Buy for 120.USDT/ });
  await waitFor(() => expect(open).toHaveProperty('disabled', false));
  await user.click(open);
  await enterKey(user, 'Confirm purchase');
  await screen.findByText('Wrong payment password.');
  exchange.change({
    [BUY]: reject('price_moved', 'The price has changed.'),
    [DETAIL]: artworkDetail({ price: '130' }),
  });
  await enterKey(user, 'Confirm purchase');
  await waitFor(() => expect(toasts.texts).toEqual(['The price has changed.']));
  await screen.findByRole('button', { name: /Buy for 130.USDT/ });
  expect(screen.getByText(/Price: 130.USDT now, 120.USDT when it was shown/)).toBeDefined();
});

const boxDetail = (changes: Parameters<typeof artworkDetail>[0]) => artworkDetail({ ...blindBox(), ...changes });

test.each([
  ['a work', <PurchasePage key="work" />, '/pages/nft/purchase?code=AURORA-01', artworkDetail],
  ['its page', <ArtworkPage key="page" />, '/pages/nft/artworkDetail?code=AURORA-01', artworkDetail],
  ['boxes', <PurchasePage key="box" />, '/pages/nft/purchase?code=SPARK-BOX', boxDetail],
  ['an auction', <AuctionPage key="auction" />, '/pages/nft/purchase_one?code=TIDE-01', auctionDetail],
] as const)('a country without the marketplace is said before any password: %s', async (_, page, path, detail) => {
  exchange.change({
    [DETAIL]: detail({ countries: ['DE', 'US'] }),
    'GET /bind_box/series': boxSeries(),
    'GET /user/info': userInfo({ country: 'DE' }),
  });
  showScreen(page, path);
  expect(await screen.findByText('Works cannot be bought or bid for in your country.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Buy for|Pay .* deposit|Place/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /Buy for|Bid/ })).toBeNull();
});

test('without the money the way to it is shown instead', async () => {
  exchange.change({ [DETAIL]: artworkDetail({ price: '2500' }) });
  showScreen(<PurchasePage />, '/pages/nft/purchase?code=AURORA-01');
  expect((await screen.findByRole('alert')).textContent).toMatch(/1,500.USDT more needed/);
  expect(screen.getByRole('button', { name: /Buy for/ })).toHaveProperty('disabled', true);
});

const running = (changes: Parameters<typeof auctionDetail>[0] = {}) =>
  auctionDetail({ end_time: now() + 2 * HOUR, now: now(), ...changes });
const viewer = artworkDetail().viewer;
if (!viewer) throw new Error('the fixture has a viewer');

test.each([
  ['a debt', { kept: 'Repay your loan first.' }, 'Repay your loan first.'],
  ['the limit of an order', { order_limit: '50', over_limit: 'Above your limit.', price: '1' }, 'Above your limit.'],
])('%s is said before the payment password of a purchase, a deposit and a bid', async (_, known, text) => {
  exchange.change({ 'GET /wallet/spending': spending(known), [DETAIL]: artworkDetail({ price: '200' }) });
  showScreen(<PurchasePage />, '/pages/nft/purchase?code=AURORA-01');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Buy for/ })).toHaveProperty('disabled', true);
  cleanup();
  exchange.change({ 'GET /wallet/spending': spending({ ...known, ...('price' in known && { price: '2000' }) }) });
  exchange.change({ [DETAIL]: running() });
  showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Pay 0\.05.ETH deposit/ })).toHaveProperty('disabled', true);
  cleanup();
  exchange.change({ [DETAIL]: running({ viewer: { ...viewer, deposit: 'paid' } }) });
  const { user } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  await user.click(await screen.findByRole('button', { name: /^0\.7.ETH$/ }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Bid 0\.7.ETH$/ })).toHaveProperty('disabled', true);
});

test('in an auction the deposit comes first', async () => {
  exchange.change({ [DETAIL]: running() });
  const { user } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  const pay = await screen.findByRole('button', { name: /Pay 0\.05.ETH deposit/ });
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(pay);
  exchange.change({ [DETAIL]: running({ viewer: { ...viewer, deposit: 'paid' } }) });
  await enterKey(user, 'Pay the deposit to bid');
  await screen.findByRole('textbox', { name: 'Your total bid' });
  expect(sent('POST /bind_box/marginNFT')).toMatchObject({
    code: 'TIDE-01',
    currency: 'ETH',
    deposit: '0.05',
    key: '482915',
  });
});

test('a bid is the whole price, within its bounds, and confirmed with what is to be paid after a win', async () => {
  exchange.change({ [DETAIL]: running({ viewer: { ...viewer, deposit: 'paid' } }) });
  const { user } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  const field = await screen.findByRole('textbox', { name: 'Your total bid' });
  await user.type(field, '0.66');
  expect(screen.getByText(/^At least 0\.7/)).toBeDefined();
  await user.clear(field);
  await user.type(field, '7.1');
  expect(screen.getByText(/^At most 7/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^0\.7.ETH$/ }));
  await user.click(screen.getByRole('button', { name: /^Bid 0\.7.ETH$/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm bid' }));
  // A tenth of the bid is deposited with it.
  expect(sheet.getByText(/^0\.07.ETH$/)).toBeDefined();
  expect(sheet.getByText(/^0\.63.ETH$/)).toBeDefined();
  exchange.change({ 'POST /bind_box/auctionNFT': reject('bid_too_low', 'Your bid must be higher.') });
  await enterKey(user, 'Confirm bid');
  await waitFor(() => expect(toasts.texts).toEqual(['Your bid must be higher.']));
  exchange.change({
    'POST /bind_box/auctionNFT': reject('approval_required', 'More than 200 USDT a day has to be approved.'),
  });
  await user.click(screen.getByRole('button', { name: /^Bid 0\.7.ETH$/ }));
  await enterKey(user, 'Confirm bid');
  const code = await screen.findByLabelText(/authenticator/i);
  exchange.change({ 'POST /bind_box/auctionNFT': nftFixtures['POST /bind_box/auctionNFT'] });
  await user.type(code, '123456');
  expect(await screen.findByRole('dialog', { name: /Your bid of 0\.7.ETH is in/ })).toBeTruthy();
  expect(sent('POST /bind_box/auctionNFT')).toMatchObject({
    code: 'TIDE-01',
    price: '0.7',
    currency: 'ETH',
    key: '482915',
    totp: '123456',
  });
  expect(sent('POST /wallet/way/begin')).toMatchObject({ call: 'POST /bind_box/auctionNFT' });
});

test('a mailed code is requested for the purchase, deposit or bid that was begun', async () => {
  exchange.change({
    ...securityFixtures,
    [DETAIL]: running({ viewer: { ...viewer, deposit: 'paid' } }),
    'POST /wallet/way/begin': { approval: { passkey: null, totp: false, code: 'sealed-terms', factor_from: null } },
    'POST /bind_box/auctionNFT': reject('approval_required', 'More than 200 USDT a day has to be approved.'),
  });
  const { user } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  await user.click(await screen.findByRole('button', { name: /^0\.7.ETH$/ }));
  await user.click(screen.getByRole('button', { name: /^Bid 0\.7.ETH$/ }));
  await enterKey(user, 'Confirm bid');
  await user.click(await screen.findByRole('button', { name: /Send code/ }));
  await waitFor(() => expect(sent('POST /sms_send')).toMatchObject({ scene: 'withdraw', request: 'sealed-terms' }));
});

test('being outbid is announced, and so is leading', async () => {
  exchange.change({ [DETAIL]: running({ viewer: { ...viewer, deposit: 'paid', bid: '0.65', leading: true } }) });
  const { client } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  await screen.findByText(/You are the highest bidder at 0\.65.ETH/);
  exchange.change({
    [DETAIL]: running({ viewer: { ...viewer, deposit: 'paid', bid: '0.65', leading: false }, current_bid: '0.8' }),
  });
  await client.invalidateQueries();
  const said = await screen.findByText(/You have been outbid/);
  expect(said.closest('[role=status]')).not.toBeNull();
});

test('the second bidder is offered the work, and then has it; a sold auction says what it was sold for', async () => {
  const to_pay = { id: '92', due: '0.65', pay_until: now() + 5 * HOUR };
  const returned = { ...viewer, deposit: 'returned' as const, bid: '0.65' };
  exchange.change({ [DETAIL]: running({ status: 'ended', viewer: { ...returned, to_pay } }) });
  const { client } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  expect(await screen.findByText(/The work is offered to you at your bid/)).toBeDefined();
  const sold = { status: 'sold_out', stock: 1, remaining: 0, current_bid: '0.65' } as const;
  exchange.change({ [DETAIL]: running({ ...sold, own: true, selling: false, viewer: returned }) });
  await client.invalidateQueries();
  expect((await screen.findByText('“Tide” is yours')).closest('[role=status]')).not.toBeNull();
  const sale = within(screen.getByRole('region', { name: 'Sale' }));
  expect(sale.getByText('Sold for').parentElement?.textContent).toMatch(/0\.65.ETH/);
  expect(sale.getByText('Sold')).toBeDefined();
});

test('a win is paid with a countdown; what was won is shown', async () => {
  const to_pay = { id: '91', due: '0.6', pay_until: now() + 5 * HOUR };
  exchange.change({ [DETAIL]: running({ status: 'ended', viewer: { ...viewer, deposit: 'paid', to_pay } }) });
  const { user } = showScreen(<AuctionPage />, '/pages/nft/purchase_one?code=TIDE-01');
  const due = within(await screen.findByRole('region', { name: 'Pay the rest' }));
  expect(due.getByRole('timer').textContent).toMatch(/^0[45]:/);
  const pay = due.getByRole('button', { name: /^Pay 0\.6.ETH$/ });
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  await user.click(pay);
  await enterKey(user, 'Pay the rest');
  await screen.findByText('“Tide” is yours');
  expect(sent('POST /bind_box/payNFTOrder')).toMatchObject({ id: '91', key: '482915' });
});

test('an own item is offered with what is left of the price, and its auction has to end after it starts', async () => {
  exchange.change({ [DETAIL]: artworkDetail({ ...ownItem(), viewer }) });
  const { user } = showScreen(<ResellPage />, '/pages/nft/resell?code=AURORA-01-2');
  await user.type(await screen.findByRole('textbox', { name: 'Price' }), '200');
  // 2.5 % to the house, 5 % to the artist.
  expect(screen.getByRole('button', { name: /You receive 185.USDT/ })).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'Auction' }));
  const review = screen.getByRole('button', { name: 'Review the offer' });
  await user.type(screen.getByRole('textbox', { name: 'Minimum increment' }), '201');
  expect(review).toHaveProperty('disabled', true);
  await user.clear(screen.getByRole('textbox', { name: 'Minimum increment' }));
  await user.type(screen.getByRole('textbox', { name: 'Minimum increment' }), '10');
  await user.click(screen.getByRole('button', { name: '3 days' }));
  expect(review).toHaveProperty('disabled', false);
  await user.click(review);
  await enterKey(user, 'Confirm the offer');
  expect(await screen.findByRole('dialog', { name: '“Aurora” is for sale' })).toBeTruthy();
  expect(sent('POST /bind_box/resellNFT')).toMatchObject({
    code: 'AURORA-01-2',
    sale_type: 'auction',
    price: '200',
    increment: '10',
  });
});

test('what is for sale already is not offered again, and its sale can be ended while it has no bid', async () => {
  const selling = artworkDetail({ ...ownItem({ selling: true, status: 'on_sale', resale: true }), viewer });
  exchange.change({ [DETAIL]: selling });
  showScreen(<ResellPage />, '/pages/nft/resell?code=AURORA-01-2');
  await screen.findByText('This item is already for sale');
  cleanup();
  const { user } = showScreen(<MyWorkPage />, '/pages/nft/myNft?code=AURORA-01-2');
  await user.click(await screen.findByRole('button', { name: 'End the sale' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'End the sale' }));
  await waitFor(() => expect(exchange.of('POST /bind_box/cancelResale')).toHaveLength(1));
});

test('a closed box is neither offered nor withdrawn: it is opened first', async () => {
  exchange.change({ [DETAIL]: artworkDetail({ ...ownItem({ is_blind_box: true, opened: false }), viewer }) });
  for (const [page, path] of [
    [<ResellPage key="resell" />, '/pages/nft/resell?code=AURORA-01-2'],
    [<MyWorkPage key="own" />, '/pages/nft/myNft?code=AURORA-01-2'],
  ] as const) {
    showScreen(page, path);
    const open = await screen.findByRole('link', { name: 'Open the box' });
    expect(open.getAttribute('href')).toContain('/pages/nft/mine?tab=boxes');
    expect(screen.queryByRole('link', { name: 'Sell' })).toBeNull();
    expect(screen.queryByText(/blockchain|Withdraw to a wallet/)).toBeNull();
    cleanup();
  }
});

test('where no chain is connected, the page says so', async () => {
  exchange.change({
    [DETAIL]: artworkDetail({ ...ownItem(), viewer }),
    'GET /bind_box/chain': { enabled: false, chain_id: null, contract: null, confirmations: null, fee: '0', daily: 5 },
  });
  showScreen(<MyWorkPage />, '/pages/nft/myNft?code=AURORA-01-2');
  await screen.findByText(/no blockchain is connected/);
});

const sellBoxes = () => exchange.change({ [DETAIL]: artworkDetail({ ...blindBox({ code: 'box-1' }), viewer }) });

test('boxes are bought with the own seed, opened, and verified in the page', async () => {
  sellBoxes();
  exchange.change({
    'GET /bind_box/series': boxSeries(),
    'POST /bind_box/buyBox': { list: [box()] },
    'GET /bind_box/boxes': { list: [box()], page: 1, limit: 10, total: 1 },
    'POST /bind_box/openBlindBox': openedBox(),
  });
  const { user } = showScreen(<PurchasePage />, '/pages/nft/purchase?code=box-1');
  const seed = await screen.findByRole('textbox', { name: 'Your seed' });
  await user.clear(seed);
  const buy = screen.getByRole('button', { name: /Buy for 25.USDT/ });
  expect(buy).toHaveProperty('disabled', true);
  await user.type(seed, '<b>my seed');
  expect(seed.getAttribute('aria-invalid')).toBe('true');
  await user.clear(seed);
  await user.type(seed, 'my own seed');
  const odds = within(screen.getByRole('region', { name: 'What a box can hold' }));
  expect(odds.getByRole('table').textContent).toMatch(/Rare25\.0%25\.0%Common75\.0%75\.0%/);
  await waitFor(() => expect(buy).toHaveProperty('disabled', false));
  await user.click(buy);
  await enterKey(user, 'Confirm purchase');
  await user.click(
    within(await screen.findByRole('list', { name: 'Your boxes' })).getByRole('button', { name: 'Open' }),
  );
  expect(sent('POST /bind_box/buyBox')).toMatchObject({ code: 'box-1', number: '1', price: '25', seed: 'my own seed' });
  const sheet = within(await screen.findByRole('dialog', { name: 'Open the box' }));
  await user.click(sheet.getByRole('button', { name: 'Open' }));
  expect((await sheet.findByRole('status')).textContent).toContain('You drew “Basalt”');
  await user.click(sheet.getByRole('button', { name: 'Verify the draws' }));
  const verified = within(await screen.findByRole('dialog', { name: 'Draws, verified' }));
  expect((await verified.findByRole('status', undefined, { timeout: 4_000 })).textContent).toMatch(
    /Every draw follows|All purchases are in order/,
  );
  expect(await verified.findByText('Receipt found')).toBeDefined();
});

test('a record that was tampered with fails at its step', async () => {
  sellBoxes();
  const record = nftFixtures['GET /bind_box/draws'];
  const [first, ...others] = record.draws;
  exchange.change({
    'GET /bind_box/series': boxSeries(),
    'GET /bind_box/draws': { ...record, draws: [{ ...first, buyer_seed: 'another' }, ...others] },
    'GET /bind_box/boxes': { list: [], page: 1, limit: 10, total: 0 },
  });
  const { user } = showScreen(<PurchasePage />, '/pages/nft/purchase?code=box-1');
  await user.click(await screen.findByRole('button', { name: 'Verify the draws' }));
  const verified = within(await screen.findByRole('dialog', { name: 'Draws, verified' }));
  expect((await verified.findByRole('status')).textContent).toMatch(/not consistent at box no\. 1/);
});

test('messages are read by opening them, and all at once', async () => {
  const { user } = showScreen(<MinePage />, '/pages/nft/mine?tab=messages');
  await screen.findByRole('tab', { name: /Messages.*1/ });
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(exchange.of('POST /bind_box/readNFTOrderMessage')).toHaveLength(1));
  expect(sent('POST /bind_box/readNFTOrderMessage')).not.toHaveProperty('id');
  await user.click(screen.getByRole('button', { name: /You won “Tide”\. 0\.6.ETH to pay/ }));
  await waitFor(() => expect(sent('POST /bind_box/readNFTOrderMessage')).toMatchObject({ id: '91' }));
  expect(location.hash).toContain('/pages/nft/mine?tab=pay');
});

test('an artist submits a work with its file and follows the review', async () => {
  const { user } = showScreen(<MinePage />, '/pages/nft/mine?tab=studio');
  const list = await screen.findByRole('list', { name: 'Submitted works' });
  expect(list.textContent).toMatch(/Under review.*Rejected.*Approved/s);
  expect(list.textContent).toContain('Reason: The picture is blurred');
  await user.click(screen.getByRole('button', { name: 'Submit a work' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Submit a work' }));
  await user.click(sheet.getByRole('button', { name: 'Submit for review' }));
  expect(sheet.getByText('Upload a file first')).toBeDefined();
  await user.upload(sheet.getByLabelText('Choose a file'), new File(['x'], 'ice.png', { type: 'image/png' }));
  await sheet.findByText('Uploaded: ice.png');
  await user.type(sheet.getByRole('textbox', { name: 'Title' }), 'Morning ice');
  await user.type(sheet.getByRole('textbox', { name: 'Description' }), 'The bay at six in the morning.');
  const enter = async (name: string, text: string) => {
    const field = sheet.getByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, text);
    return field;
  };
  for (const [name, texts] of [
    ['Royalty on resales', ['1e1', '10.01', ' ']],
    ['Editions', ['1e2', '1,000', '0', '101', '0x5']],
  ] as const) {
    for (const text of texts) {
      const field = await enter(name, text);
      await user.click(sheet.getByRole('button', { name: 'Submit for review' }));
      expect([text, field.getAttribute('aria-invalid')]).toEqual([text, 'true']);
    }
    await enter(name, name === 'Editions' ? '２５' : '7.5');
  }
  expect(exchange.of('POST /bind_box/submissions')).toEqual([]);
  await user.click(sheet.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Submitted for review']));
  expect(sent('POST /bind_box/submissions')).toMatchObject({
    media_id: '71',
    title: 'Morning ice',
    royalty_bp: '750',
    editions: '25',
  });
});

const approved = (market: SubmittedWork['market']) => {
  const list = [submission({ status: 'approved', code: 'MIRA-29', editions: market?.left ?? 5, market })];
  exchange.change({
    [DETAIL]: () => reject('not_found', 'Not found'),
    'GET /bind_box/submissions': { list, page: 1, limit: 20, total: 1 },
  });
};

test('an approved work is shown to its artist before the first sale, and to others as unknown', async () => {
  approved({ left: 5, sale: null, listed: false });
  showScreen(<ArtworkPage />, '/pages/nft/artworkDetail?code=MIRA-29');
  expect(await screen.findByText(/Only you can see this work/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sell' }).getAttribute('href')).toContain('resell?code=MIRA-29');
  cleanup();
  exchange.change({ 'GET /bind_box/submissions': { list: [], page: 1, limit: 20, total: 0 } });
  showScreen(<ArtworkPage />, '/pages/nft/artworkDetail?code=MIRA-30');
  expect(await screen.findByText('Artwork not found')).toBeDefined();
});

test('an artist offers all editions at a price, in a chosen currency, and sees what is left after the fee', async () => {
  approved({ left: 5, sale: null, listed: false });
  const { user } = showScreen(<ResellPage />, '/pages/nft/resell?code=MIRA-29');
  await user.type(await screen.findByRole('textbox', { name: 'Price' }), '200');
  expect(screen.getByText('Offers 5 editions, each at this price')).toBeDefined();
  expect(screen.queryByRole('radio', { name: 'Auction' })).toBeNull();
  // No royalty of the first sale.
  expect(screen.getByRole('button', { name: /You receive 195.USDT/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Royalty/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'ETH' }));
  await user.click(screen.getByRole('button', { name: 'Review the offer' }));
  await enterKey(user, 'Confirm the offer');
  expect(await screen.findByRole('dialog', { name: '“Morning ice” is for sale' })).toBeTruthy();
  expect(sent('POST /bind_box/artist/sell')).toMatchObject({
    code: 'MIRA-29',
    sale_type: 'normal',
    price: '200',
    currency: 'ETH',
    key: '482915',
  });
});

test('an artist ends a sale without a bid, and none that a bid binds', async () => {
  approved({ left: 1, sale: { type: 'auction', has_bids: true }, listed: true });
  showScreen(<ResellPage />, '/pages/nft/resell?code=MIRA-29');
  await screen.findByText(/the sale cannot be ended now/);
  expect(screen.queryByRole('button', { name: 'End the sale' })).toBeNull();
  cleanup();
  approved({ left: 1, sale: { type: 'auction', has_bids: false }, listed: true });
  const { user } = showScreen(<ResellPage />, '/pages/nft/resell?code=MIRA-29');
  await user.click(await screen.findByRole('button', { name: 'End the sale' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'End the sale' }));
  await waitFor(() => expect(sent('POST /bind_box/artist/sale/end')).toMatchObject({ code: 'MIRA-29' }));
});
