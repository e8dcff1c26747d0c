import { expect, test } from 'vitest';
import { type ScreenLink, screenLink } from './screen-link.ts';

test('a link names its screen and parameters, encoded', () => {
  expect(screenLink('/pages/nft/artworkDetail', { code: 'A&b 1' })).toBe('/pages/nft/artworkDetail?code=A%26b+1');
  expect(screenLink('/pages/fund/receive', { currency_id: 3 })).toBe('/pages/fund/receive?currency_id=3');
});

test('what no remote declares is no link: the compiler refuses the path, the parameter and its value', () => {
  const links: readonly ScreenLink[] = [
    '/pages/fund/receive',
    // @ts-expect-error There is no such screen.
    '/pages/fund/gone',
    // @ts-expect-error A query is written by screenLink.
    '/pages/nft/mine?tab=bids',
    // @ts-expect-error The screen has no such parameter.
    screenLink('/pages/nft/mine', { shelf: 'bids' }),
    // @ts-expect-error The parameter has no such value.
    screenLink('/pages/nft/mine', { tab: 'gone' }),
    // @ts-expect-error The parameter is a number.
    screenLink('/pages/fund/receive', { currency_id: 'USDT' }),
    // @ts-expect-error The screen cannot open without its parameter.
    screenLink('/pages/mailMessage/ggDetail', {}),
    // @ts-expect-error Nor by its path alone.
    '/pages/mailMessage/ggDetail',
  ];
  expect(links).toHaveLength(8);
});
