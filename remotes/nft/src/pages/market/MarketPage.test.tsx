// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artwork, auction, blindBox, nftFixtures } from '@tessera/api/nft/fixtures';
import { type ExchangeRequest, pageOf, reject, showScreen, signIn, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import ArtistPage from '../artist/ArtistPage.tsx';
import MarketPage from './MarketPage.tsx';

const LIST = 'GET /bind_box/getBoxList';
const MARKET = '/pages/nft/nft';

const { exchange } = testScreens(remote, {
  user: null,
  exchange: () => nftFixtures,
});

const asked = () => exchange.sent(LIST);
const works = () => screen.findByRole('list', { name: 'Artworks' });

test('works stand in a grid with what is asked for them, and their pictures have their room before they come', async () => {
  showScreen(<MarketPage />, MARKET);
  const links = within(await works()).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/RareAuroraMira VossPrice120.USDT/),
    expect.stringMatching(/TideMira VossHighest bid0\.65.ETHEnds in/),
    expect.stringMatching(/Blind boxSpark boxMira VossPrice25.USDT/),
  ]);
  for (const image of document.querySelectorAll('img')) {
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1200', '1200']);
    expect(image.getAttribute('sizes')).toBe('160px');
  }
});

test('the page asks for the works as the descriptor says, before its scripts are there', async () => {
  const { routes } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../remote.json'), 'utf8'));
  const { first } = routes.find(({ path }: { path: string }) => path === MARKET);
  showScreen(<MarketPage />, MARKET);
  await works();
  const { callId, form } = exchange.requests.find(({ form }) => form.has('sort')) as ExchangeRequest;
  form.delete('lang');
  expect(`${callId.replace('GET ', '')}?${form}`).toBe(first.call);
  expect(document.querySelector('li img')?.getAttribute('sizes')).toBe(first.pictures.sizes);
});

test('the search has the focus, waits until typing stops, and keeps the filters', async () => {
  const { user } = showScreen(<MarketPage />, MARKET);
  await works();
  await user.click(screen.getByRole('button', { name: 'On sale' }));
  await user.click(screen.getByRole('button', { name: /Search works/ }));
  const field = screen.getByRole('searchbox', { name: /Search works/ });
  expect(document.activeElement).toBe(field);
  await user.keyboard('tide');
  await waitFor(() => expect(asked()).toMatchObject({ keyword: 'tide', status: 'on_sale' }));
  expect(exchange.of(LIST).filter(({ form }) => form.has('keyword'))).toHaveLength(1);
});

test('filters apply together, a range the wrong way round does not, and reset takes all of them away', async () => {
  const { user } = showScreen(<MarketPage />, MARKET);
  await works();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  const choose = (group: string, name: string) =>
    user.click(within(sheet.getByRole('group', { name: group })).getByRole('button', { name }));
  await choose('Sale type', 'Auction');
  await choose('Rarity', 'Epic');
  await choose('Currency', 'ETH');
  await choose('Sort by', 'Price: low to high');
  await user.type(sheet.getByRole('textbox', { name: 'Price from' }), '2');
  await user.type(sheet.getByRole('textbox', { name: 'Price to' }), '1');
  expect(sheet.getByRole('button', { name: 'Show results' })).toHaveProperty('disabled', true);
  await user.type(sheet.getByRole('textbox', { name: 'Price to' }), '0');
  exchange.change({ [LIST]: { ...pageOf([]), next: null } });
  await user.click(sheet.getByRole('button', { name: 'Show results' }));
  await screen.findByText('No works match');
  expect(asked()).toMatchObject({
    sale_type: 'auction',
    rarity: 'epic',
    currency: 'ETH',
    price_min: '2',
    price_max: '10',
    sort: 'price_up',
  });
  expect(screen.getByRole('button', { name: '4 filters' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(asked()).not.toHaveProperty('sale_type'));
});

test('a favourite turns at once, and back when the exchange rejects it; a guest is led to log in', async () => {
  const { user } = showScreen(<MarketPage />, MARKET);
  await user.click(await screen.findByRole('button', { name: 'Add Aurora to favourites' }));
  expect(location.hash).toContain('/pages/common/login?from=');
  cleanup();
  signIn();
  const view = showScreen(<MarketPage />, MARKET);
  exchange.change({ 'POST /bind_box/collect': reject('not_found', 'It is gone.') });
  await view.user.click(await screen.findByRole('button', { name: 'Add Aurora to favourites' }));
  const back = await screen.findByRole('button', { name: 'Add Aurora to favourites' });
  expect(back.getAttribute('aria-pressed')).toBe('false');
  exchange.change({
    'POST /bind_box/collect': { collected: true },
    [LIST]: { ...pageOf([artwork({ collected: true }), auction()]), next: null },
  });
  await view.user.click(back);
  expect(await screen.findByRole('button', { name: 'Remove Aurora from favourites' })).toBeDefined();
});

test('favourites are a filter of the market; a guest is led to log in', async () => {
  const { user } = showScreen(<MarketPage />, MARKET);
  await works();
  await user.click(screen.getByRole('button', { name: 'Favourites' }));
  expect(location.hash).toContain('/pages/common/login?from=');
  cleanup();
  signIn();
  const view = showScreen(<MarketPage />, MARKET);
  await works();
  exchange.change({ [LIST]: { ...pageOf([]), next: null } });
  await view.user.click(screen.getByRole('button', { name: 'Favourites' }));
  await screen.findByText('No favourites yet');
  expect(asked()).toMatchObject({ collected: 'true' });
  await view.user.click(screen.getByRole('button', { name: 'On sale' }));
  await screen.findByText('No works match');
  expect(asked()).toMatchObject({ collected: 'true', status: 'on_sale' });
  await view.user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(asked()).not.toHaveProperty('collected'));
});

test('boxes, artists and collections have tabs of their own; a collection narrows the works', async () => {
  const { user } = showScreen(<MarketPage />, MARKET);
  exchange.change({ [LIST]: { ...pageOf([blindBox()]), next: null } });
  await user.click(screen.getByRole('tab', { name: 'Blind boxes' }));
  await screen.findByRole('list', { name: 'Blind boxes' });
  expect(asked()).toMatchObject({ sale_type: 'blind_box' });
  await user.click(screen.getByRole('tab', { name: 'Artists' }));
  const artist = within(await screen.findByRole('list', { name: 'Artists' })).getByRole('link');
  expect(artist.textContent).toMatch(/Mira Voss.*5 works · 1,204 followers.*48\.2K.USDT/);
  expect(artist.getAttribute('href')).toContain('/pages/nft/artistDetail?id=3');
  await user.click(screen.getByRole('tab', { name: 'Collections' }));
  const collection = within(await screen.findByRole('list', { name: 'Collections' })).getByRole('link');
  expect(collection.textContent).toMatch(/Northern lights.*From 120.USDT/);
  await user.click(collection);
  await waitFor(() => expect(asked()).toMatchObject({ collection_id: '2' }));
  await user.click(screen.getByRole('button', { name: 'Northern lights' }));
  await waitFor(() => expect(asked()).not.toHaveProperty('collection_id'));
});

test('a list that cannot be read says why, and is read again', async () => {
  exchange.change({ [LIST]: reject('busy', 'Try again in a moment.') });
  const { user } = showScreen(<MarketPage />, MARKET);
  await screen.findByText('Try again in a moment.');
  exchange.change({ [LIST]: nftFixtures[LIST] });
  await user.click(screen.getByRole('button', { name: /retry|again/i }));
  await works();
});

test('an artist has works, followers and a volume that explains itself, and is followed', async () => {
  signIn();
  const { user } = showScreen(<ArtistPage />, '/pages/nft/artistDetail?id=3');
  await screen.findByText('Draws with noise and light.');
  await screen.findByRole('list', { name: 'Works' });
  expect(asked()).toMatchObject({ artist_id: '3' });
  await user.click(screen.getByRole('button', { name: /Volume 48\.2K/ }));
  expect(await screen.findByText(/All sales of this artist/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Follow' }));
  await screen.findByRole('button', { name: 'Following' });
  expect(exchange.sent('POST /bind_box/follow', 0)).toMatchObject({
    id: '3',
    followed: 'true',
  });
});
