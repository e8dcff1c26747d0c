// @vitest-environment jsdom
import { plansFixtures, recurringPlan, scaledPlan, twapPlan } from '@tessera/api/plans/fixtures';
import { addTexts } from '@tessera/i18n';
import { pageOf, showScreen, testScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import StrategiesPage from './StrategiesPage.tsx';

const { exchange } = testScreens(remote, { user: {}, exchange: () => plansFixtures });
beforeAll(async () => {
  await addTexts('trading/plans', (code) => import(`../../plans/i18n/${code}.json`));
});

const show = () => showScreen(<StrategiesPage />, '/pages/transaction/strategies').user;

test('running strategies stand with what was filled, and lead to their details', async () => {
  show();
  const [scaled, recurring, twap] = await screen.findAllByRole('link');
  expect(scaled?.getAttribute('href')).toContain('/pages/transaction/strategy?id=3');
  expect(within(scaled as HTMLElement).getByText('0.1 of 0.5 BTC')).toBeTruthy();
  expect(within(recurring as HTMLElement).getByText('Buy · Recurring buy')).toBeTruthy();
  // One without an end shows no progress.
  expect(within(recurring as HTMLElement).queryByRole('progressbar')).toBeNull();
  expect(within(twap as HTMLElement).getByText('10 of 60')).toBeTruthy();
  expect(exchange.of('GET /plans/list')[0]?.form.get('status')).toBe('running');
});

test('ended ones say how; an empty list leads to a new one', async () => {
  exchange.change({
    'GET /plans/list': ({ form }: { form: URLSearchParams }) =>
      pageOf(
        form.get('status') === 'ended'
          ? [
              twapPlan({ status: 'ended', ended: 'refused', next_at: null }),
              scaledPlan({ status: 'ended', ended: 'user', open: 0 }),
              recurringPlan({ status: 'ended', ended: 'done', next_at: null }),
            ]
          : [],
      ),
  });
  const person = show();
  expect(await screen.findByText('No running strategies')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New strategy' }).getAttribute('href')).toContain('new_strategy');
  await person.click(screen.getByRole('tab', { name: 'Ended' }));
  for (const state of ['Stopped by the system', 'Stopped', 'Completed'])
    expect(await screen.findByText(state)).toBeTruthy();
});
