// @vitest-environment jsdom
import { investFixtures } from '@tessera/api/invest/fixtures';
import { miningFixtures } from '@tessera/api/mining/fixtures';
import { inZone, ZONES } from '@tessera/testing/zones';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';

const FIRST = Date.UTC(2026, 10, 22);
const event = (at: number) => ({
  ...{ at, kind: 'interest' as const, product: 'mining' as const, name: 'USDT for 5 days' },
  ...{ currency: 'USDT', scale: 6, amount: '35' },
});
const calendar = [event(FIRST), event(FIRST + 86_399_999), event(FIRST + 86_400_000)];
const holding = {
  ...{ product: 'mining' as const, id: '7', name: 'USDT for 5 days', status: 'in_progress', screen: '/pages/x' },
  ...{
    currency: 'USDT',
    scale: 6,
    amount: '1',
    value: '1',
    earned: [],
    next_payment: null,
    started_at: null,
    matures_at: null,
    exit: null,
  },
};

describe.each(ZONES)('in %s', (zone) => {
  let show: (page: 'my-products' | 'demand-deposits', route: string) => void;
  beforeAll(async () => {
    const { testing, pages } = await inZone(zone, async () => {
      const remote = (await import('./remote.tsx')).default;
      const testing = await import('@tessera/testing');
      await testing.startScreens(remote);
      const [products, deposits] = await Promise.all([
        remote.pages['my-products']?.(),
        remote.pages['demand-deposits']?.(),
      ]);
      const pages = { 'my-products': products?.default, 'demand-deposits': deposits?.default };
      return { testing, pages: pages as Record<keyof typeof pages, ComponentType> };
    });
    show = (page, route) => {
      const Page = pages[page];
      testing.signIn();
      testing.fakeExchange({
        ...miningFixtures,
        ...investFixtures,
        'GET /finance/portfolio': { total: '1', earned: '0', holdings: [holding], calendar, idle: [], at: FIRST },
      });
      testing.showScreen(<Page />, route);
    };
  });

  test('MyProductsPage (use-figures): what is due stands under its day of UTC', async () => {
    show('my-products', '/pages/financial/index3');
    const days = await screen.findAllByRole('list', { name: /^Nov / });
    expect(days.map((day) => day.getAttribute('aria-label'))).toEqual(['Nov 22, 2026', 'Nov 23, 2026']);
    expect(days.map((day) => within(day).getAllByRole('listitem').length)).toEqual([2, 1]);
  });

  test('DemandDepositsPage: what a day paid stands beside it', async () => {
    show('demand-deposits', '/pages/fund/demandDeposit');
    expect((await screen.findAllByRole('cell', { name: 'Nov 19, 2026' })).length).toBeGreaterThan(0);
  });
});
