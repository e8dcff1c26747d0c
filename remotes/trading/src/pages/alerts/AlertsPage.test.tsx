// @vitest-environment jsdom
import { alertsFixtures, priceAlert } from '@tessera/api/alerts/fixtures';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { addTexts } from '@tessera/i18n';
import { reject, showScreen, silence, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import AlertsPage from './AlertsPage.tsx';

const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...alertsFixtures,
    'GET /currency/quotation_new': listing(bitcoin({ latest: { at: Date.now() } })),
  }),
});
beforeAll(async () => {
  await addTexts('trading/alerts', (code) => import(`../../alerts/i18n/${code}.json`));
});

const show = () => showScreen(<AlertsPage />, '/pages/transaction/alerts?symbol=BTC/USDT').user;
const sheet = async (symbol = 'BTC/USDT') => within(await screen.findByRole('dialog', { name: `Alert for ${symbol}` }));
const sent = (call: string) =>
  exchange.of(call).map(({ form }) => {
    const { lang: _, ...terms } = Object.fromEntries(form);
    return terms;
  });

test('the first alert is set from the empty list; its direction follows from the market', async () => {
  exchange.change({ 'GET /alerts/list': { list: [] } });
  const person = show();
  expect(await screen.findByText('No price alerts')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Set an alert for BTC/USDT' }));
  const form = await sheet();
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save alert' });
  expect(save.disabled).toBe(true);
  await person.type(form.getByLabelText('Price (USDT)'), '60000');
  exchange.change({ 'GET /alerts/list': { list: [priceAlert({ level: '60000', direction: 'below' })] } });
  await person.click(save);
  await waitFor(() => expect(toasts.texts).toEqual(['Alert saved']));
  expect(sent('POST /alerts/set')).toEqual([
    expect.objectContaining({ symbol: 'BTC/USDT', kind: 'price', level: '60000', direction: 'below' }),
  ]);
  expect(await screen.findByText('at 60,000 or below')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a fall in 24 h is entered without its sign; after silence exactly that is repeated', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Set an alert for BTC/USDT' }));
  const form = await sheet();
  await person.click(form.getByRole('radio', { name: 'Change in 24 h' }));
  await person.click(form.getByRole('button', { name: 'Fall' }));
  await person.type(form.getByLabelText('Change (%)'), '5.5');
  await person.click(form.getByRole('checkbox', { name: 'Each time' }));
  await person.click(form.getByRole('button', { name: '4 h' }));
  exchange.change({ 'POST /alerts/set': silence() });
  await person.click(form.getByRole('button', { name: 'Save alert' }));
  const again = await form.findByRole('button', { name: 'Repeat safely' });
  exchange.change({ 'POST /alerts/set': priceAlert() });
  await person.click(again);
  await waitFor(() => expect(toasts.texts.at(-1)).toBe('Alert saved'));
  const [first, second] = exchange.of('POST /alerts/set');
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  expect(second?.form.toString()).toBe(first?.form.toString());
  expect(sent('POST /alerts/set')[0]).toMatchObject({
    kind: 'change',
    level: '-5.5',
    direction: 'below',
    pause_minutes: '240',
  });
});

test('an alert is changed with what it was set to, and deleted; a refusal is told', async () => {
  const person = show();
  const text = 'ETH/USDT -5 % or less in 24 h';
  await person.click(await screen.findByRole('button', { name: `Edit alert ${text}` }));
  const form = await sheet('ETH/USDT');
  const level = form.getByLabelText<HTMLInputElement>('Change (%)');
  expect(level.value).toBe('5');
  await person.clear(level);
  await person.type(level, '7');
  await person.click(form.getByRole('button', { name: 'Save alert' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Alert saved']));
  expect(sent('PUT /alerts/set')).toEqual([expect.objectContaining({ id: '2', level: '-7', direction: 'below' })]);

  exchange.change({ 'POST /alerts/remove': reject('not_found', 'This does not exist') });
  const remove = () => person.click(screen.getByRole('button', { name: `Delete alert ${text}` }));
  await remove();
  await waitFor(() => expect(toasts.texts).toHaveLength(2));
  exchange.change({ 'POST /alerts/remove': { id: '2' }, 'GET /alerts/list': { list: [] } });
  await remove();
  await waitFor(() => expect(toasts.texts.at(-1)).toBe('Alert deleted'));
  expect(await screen.findByText('No price alerts')).toBeTruthy();
});
