// @vitest-environment jsdom
import { brakesFixtures, brakesState } from '@tessera/api/brakes/fixtures';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { identityFixtures } from '@tessera/api/identity/fixtures';
import type { Instrument } from '@tessera/api/instruments';
import { bitcoin, instrumentsFixtures, listing } from '@tessera/api/instruments/fixtures';
import type { Position } from '@tessera/api/leverage';
import {
  isolatedPosition,
  leverAccount,
  leverageFixtures,
  leverPosition,
  wireDeal,
  wireLeverOrder,
  wirePosition,
} from '@tessera/api/leverage/fixtures';
import { positionToWire } from '@tessera/api/leverage/wire';
import { siteFixtures } from '@tessera/api/site/fixtures';
import { watchlistFixtures } from '@tessera/api/watchlist/fixtures';
import { emit, holdDate, pageOf, reject, showScreen, signOut, silence, testScreens } from '@tessera/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeEach, describe, expect, test } from 'vitest';
import { chartOpen } from '../../chart/choices.ts';
import { chosenMultiple, marginMode, sizeUnit } from '../../leverage/form/setting.ts';
import remote from '../../remote.tsx';
import { askFirst } from '../../ticket/ask-first.ts';
import LeverPage from './LeverPage.tsx';

const perpetual = (changes: Parameters<typeof bitcoin>[0] = {}): Instrument =>
  bitcoin({
    symbol: 'BTC/USDT-PERP',
    name: 'Bitcoin Perpetual',
    category: 'futures',
    tick: '0.1',
    lot: '0.0001',
    maker_fee_rate: '0.0002',
    taker_fee_rate: '0.0005',
    trades: ['lever'],
    multiples: [1, 2, 5, 10, 20, 50, 100],
    ...changes,
    latest: {
      last: '62000',
      bid: '61999.9',
      ask: '62000.1',
      mark: '62000',
      index: '61995.2',
      at: Date.now(),
      ...changes.latest,
    },
  });

let instrument: Instrument;
let open: Position[];

const store = getDefaultStore();

holdDate();
beforeEach(() => {
  localStorage.clear();
  instrument = perpetual();
  open = [leverPosition(), isolatedPosition()];
});
const { exchange, toasts } = testScreens(remote, {
  page: 'lever',
  user: {},
  exchange: () => ({
    ...fiatFixtures,
    ...watchlistFixtures,
    ...identityFixtures,
    ...siteFixtures,
    ...leverageFixtures,
    ...brakesFixtures,
    'GET /currency/list': instrumentsFixtures['GET /currency/list'],
    'GET /currency/quotation_new': () => listing(instrument),
    'POST /lever/deal': () => wireDeal({ positions: open }),
    'POST /lever/dealall': () => ({ ...pageOf(open.map(positionToWire)), accounts: [leverAccount()] }),
    'GET /lever/orders': pageOf([wireLeverOrder()]),
  }),
});
beforeEach(() => {
  store.set(chartOpen, false);
  store.set(askFirst, true);
  store.set(marginMode, 'isolated');
  store.set(chosenMultiple, 10);
  store.set(sizeUnit, 'lots');
});

const { sent } = exchange;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const show = async (query = '?symbol=BTC/USDT-PERP') => {
  const { user } = showScreen(<LeverPage />, `/pages/transaction/index2${query}`);
  await screen.findByText(/lots$/, { selector: 'dd' });
  const enter = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  return { user, enter };
};
const card = async (name: string) => within(await screen.findByRole('listitem', { name }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

describe('opening a position', () => {
  test('one sheet says what the order costs and what it can lead to, by the rules of the exchange', async () => {
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount', '100');
    expect(screen.getByText('100 lots = 0.01 BTC')).toBeTruthy();
    await user.click(button('Open long 100 lots'));
    const sheet = await dialog('Confirm long');
    for (const figure of [
      '60,000.0 USDT',
      '100 lots = 0.01 BTC',
      '600 USDT',
      '60 USDT',
      '≈ 0.12 USDT',
      '60.12 USDT',
      // 60,000 · (1 − (0.5 / 10 − 0.0002)); fees twice over 60,000.
      '57,012.0 USDT (-4.98%)',
      '60,024.0 USDT (+0.04%)',
      '≈ 0.18 USDT',
      'Worst case: -60.12 USDT, margin and fee of this position. Nothing else is at risk.',
    ]) {
      expect(sheet.getByText(figure), figure).toBeTruthy();
    }
    const rows = sheet.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'MovePricePnL (USDT)ROE',
      '+10%66,000.0+60.00+100.00%',
      '+5%63,000.0+30.00+50.00%',
      '+1%60,600.0+6.00+10.00%',
      '-1%59,400.0-6.00-10.00%',
      '-5%57,000.0Liquidated',
      '-10%54,000.0Liquidated',
    ]);
    expect(exchange.of('POST /lever/submit')).toHaveLength(0);

    exchange.change({ 'POST /lever/submit': wirePosition({ status: 'pending', open_price: null }) });
    await user.click(sheet.getByRole('button', { name: 'Open long 100 lots' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order placed']));
    expect(sent('POST /lever/submit')).toEqual({
      symbol: 'BTC/USDT-PERP',
      type: '1',
      kind: 'limit',
      mode: 'isolated',
      share: '100',
      multiple: '10',
      target_price: '60000',
      lang: 'en',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
  });

  test('take profit by return, stop loss by money and a trailing stop go along as they were stated', async () => {
    store.set(askFirst, false);
    const { user, enter } = await show();
    await user.click(screen.getByRole('radio', { name: 'Short' }));
    await user.click(screen.getByRole('tab', { name: 'Market' }));
    await enter('Amount', '100');
    await user.click(screen.getByRole('checkbox', { name: 'TP/SL' }));
    // Price and result are in one currency: by its name alone each unit is told from the others.
    for (const stop of ['Take profit by', 'Stop loss by']) {
      const units = within(screen.getByLabelText(stop)).getAllByRole('option');
      expect(units.map(({ textContent }) => textContent)).toEqual(['Price (USDT)', 'ROE %', 'PnL (USDT)']);
    }
    await user.selectOptions(screen.getByLabelText('Take profit by'), 'ROE %');
    await enter('Take profit', '50');
    await user.selectOptions(screen.getByLabelText('Stop loss by'), 'PnL (USDT)');
    await enter('Stop loss', '20');
    await enter('Trailing stop (%)', '1.5');
    // Half of the margin of 62 is 31: 3,100 below the bid for 0.01 BTC.
    expect(screen.getByText(/^At 58,899\.9: \+31\.0\d USDT \(\+50\.0\d%\)$/)).toBeTruthy();
    await user.click(button('Open short 100 lots'));
    await waitFor(() => expect(toasts.texts).toEqual(['Long opened: 500 lots at 61,000']));
    expect(sent('POST /lever/submit')).toMatchObject({
      type: '2',
      kind: 'market',
      target_profit_ratio: '0.5',
      stop_loss_amount: '20',
      trailing_distance: '0.015',
    });
    expect(sent('POST /lever/submit')).not.toHaveProperty('target_price');
  });

  test('a stop entry waits at its trigger price', async () => {
    store.set(askFirst, false);
    const { user, enter } = await show();
    await user.click(screen.getByRole('tab', { name: 'Stop' }));
    await enter('Trigger price (USDT)', '65000');
    await enter('Amount', '10');
    await user.click(button('Open long 10 lots'));
    await waitFor(() => expect(sent('POST /lever/submit')).toMatchObject({ kind: 'stop', target_price: '65000' }));
  });

  test('mode and leverage are chosen in sheets, and count for the order', async () => {
    store.set(askFirst, false);
    const { user, enter } = await show();
    await user.click(button('Margin mode: Isolated'));
    await user.click((await dialog('Margin mode')).getByRole('radio', { name: /^Cross/ }));
    await user.click(button('Leverage 10×, change'));
    const sheet = await dialog('Leverage');
    await user.click(sheet.getByRole('button', { name: '50×' }));
    expect(sheet.getByText('400,000 USDT')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Use 50×' }));
    await enter('Price (USDT)', '60000');
    await enter('Amount', '10');
    await user.click(button('Open long 10 lots'));
    await waitFor(() => expect(sent('POST /lever/submit')).toMatchObject({ mode: 'cross', multiple: '50' }));
  });

  test('the largest leverage is the one that the user allows themself', async () => {
    exchange.change({ 'GET /brakes': brakesState({ max_multiple: { value: 5, next: null } }) });
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Leverage 5×, change' }));
    const sheet = await dialog('Leverage');
    expect(sheet.queryByRole('button', { name: '10×' })).toBeNull();
    expect(sheet.getByRole('link', { name: 'Your own limit: 5×' }).getAttribute('href')).toBe(
      '#/pages/transaction/brakes',
    );
  });

  test('the slider takes a share of what the account can open', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('tab', { name: 'Market' }));
    await user.click(button('50%'));
    // 2,000 available at 10× with 0.05 % fee: 3,209 lots; half of them.
    expect(screen.getByText('3,209 lots')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,604');
  });

  test('an order beyond the funds has no liquidation price', async () => {
    const { user, enter } = await show();
    const shown = () => screen.getAllByText('Liq. price', { selector: 'dt' })[0]?.nextElementSibling?.textContent;
    await user.click(screen.getByRole('tab', { name: 'Market' }));
    await enter('Amount', '3000');
    expect(shown()).toMatch(/\d/);
    await enter('Amount', '4000');
    expect(shown()).toBe('–');
  });

  test('a rejection is shown in the words of the exchange', async () => {
    store.set(askFirst, false);
    const { user, enter } = await show();
    exchange.change({ 'POST /lever/submit': reject('exposure_full', 'No more longs at the moment') });
    await enter('Price (USDT)', '60000');
    await enter('Amount', '10');
    await user.click(button('Open long 10 lots'));
    await waitFor(() => expect(toasts.texts).toEqual(['No more longs at the moment']));
  });

  test('after silence exactly that order is offered once more', async () => {
    store.set(askFirst, false);
    const { user, enter } = await show();
    exchange.change({ 'POST /lever/submit': silence() });
    await enter('Price (USDT)', '60000');
    await enter('Amount', '10');
    await user.click(button('Open long 10 lots'));
    expect(await screen.findByText('BTC/USDT-PERP Open long 10 lots 10× @ 60,000.0')).toBeTruthy();
    exchange.change({ 'POST /lever/submit': wirePosition() });
    await user.click(button('Repeat safely'));
    await waitFor(() => expect(toasts.texts).toHaveLength(1));
    const [first, second] = exchange.of('POST /lever/submit');
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  test('what is missing is asked for once the button is pressed', async () => {
    const { user } = await show();
    await user.click(button('Open long'));
    expect(screen.getByText('Enter a size')).toBeTruthy();
  });
});

describe('open positions', () => {
  test('show what they are worth at the mark', async () => {
    await show();
    const long = await card('Long BTC/USDT-PERP');
    // 0.05 · (62,000 − 61,000) on a margin of 305.
    expect(long.getByText('+50.00')).toBeTruthy();
    expect(long.getByText('+16.39%')).toBeTruthy();
    expect(long.getByText('61,000.0')).toBeTruthy();
    expect(long.getByText('66,000.0 / –')).toBeTruthy();
    const lights = long.getByRole('img', { name: 'Auto-deleveraging queue: 3 of 5 lights' });
    expect(lights.querySelectorAll('[data-on="true"]')).toHaveLength(3);
    const short = await card('Short BTC/USDT-PERP');
    expect(short.getByText('-20.00')).toBeTruthy();
    expect(short.getByText('62,494.5')).toBeTruthy();
  });

  test('are closed in part at the market', async () => {
    const { user } = await show();
    await user.click(button('Close: Long BTC/USDT-PERP'));
    const sheet = await dialog('Close Long BTC/USDT-PERP');
    await user.click(sheet.getByRole('button', { name: '50%' }));
    expect(sheet.getByText('≈ +25.00 USDT')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Close 250 lots' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Position closed']));
    expect(sent('POST /lever/close')).toEqual({ id: '21', share: '250', lang: 'en' });
  });

  test('or at a limit, whose order waits in the book', async () => {
    const { user } = await show();
    await user.click(button('Close: Long BTC/USDT-PERP'));
    const sheet = await dialog('Close Long BTC/USDT-PERP');
    await user.click(sheet.getByRole('tab', { name: 'Limit' }));
    await user.type(sheet.getByLabelText('Price (USDT)'), '64000');
    await user.click(sheet.getByRole('button', { name: '25%' }));
    await user.click(sheet.getByRole('button', { name: 'Close 125 lots' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order to close placed']));
    expect(sent('POST /lever/close')).toEqual({ id: '21', share: '125', target_price: '64000', lang: 'en' });
  });

  test('or later at a price, which waits as a take profit of those lots', async () => {
    const { user } = await show();
    await user.click(button('Close: Long BTC/USDT-PERP'));
    const sheet = await dialog('Close Long BTC/USDT-PERP');
    await user.click(sheet.getByRole('tab', { name: 'TP/SL' }));
    await user.type(sheet.getByLabelText('Trigger price (USDT)'), '64000');
    await user.click(sheet.getByRole('button', { name: '25%' }));
    await user.click(sheet.getByRole('button', { name: 'Close 125 lots at this price' }));
    await waitFor(() => expect(toasts.texts).toEqual(['TP/SL set']));
    expect(sent('POST /lever/trigger')).toMatchObject({ id: '21', kind: 'take_profit', price: '64000', share: '125' });
  });

  test('get a stop loss by what it may lose; the take profit that stands is not sent again', async () => {
    const { user } = await show();
    await user.click(button('TP/SL: Long BTC/USDT-PERP'));
    const sheet = await dialog('TP/SL of BTC/USDT-PERP');
    await user.selectOptions(sheet.getByLabelText('Stop loss by'), 'money');
    await user.type(sheet.getByLabelText('Stop loss'), '50');
    expect(sheet.getByText('At 60,000.0: -50.00 USDT (-16.39%)')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Set TP/SL' }));
    await waitFor(() => expect(toasts.texts).toEqual(['TP/SL set']));
    expect(sent('POST /lever/setstop')).toEqual({ id: '21', stop_loss_price: '60000', lang: 'en' });
  });

  test('a stop on the wrong side is not sent, an emptied one is taken away', async () => {
    const { user } = await show();
    await user.click(button('TP/SL: Long BTC/USDT-PERP'));
    const sheet = await dialog('TP/SL of BTC/USDT-PERP');
    await user.type(sheet.getByLabelText('Stop loss'), '63000');
    expect(sheet.getByText(/must be on the losing side/)).toBeTruthy();
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Set TP/SL' }).disabled).toBe(true);
    await user.clear(sheet.getByLabelText('Stop loss'));
    await user.clear(sheet.getByLabelText('Take profit'));
    await user.click(sheet.getByRole('button', { name: 'Set TP/SL' }));
    await waitFor(() =>
      expect(sent('POST /lever/setstop')).toEqual({ id: '21', target_profit_price: '0', lang: 'en' }),
    );
  });

  test('a trailing stop and one on a part are added, and taken away again', async () => {
    open = [
      leverPosition({
        triggers: [
          { ...leverPosition().triggers[0], id: '9', kind: 'stop_loss', price: '60500', value: '60500', share: 100 },
        ] as Position['triggers'],
      }),
    ];
    const { user } = await show();
    await user.click(button('TP/SL: Long BTC/USDT-PERP'));
    const sheet = await dialog('TP/SL of BTC/USDT-PERP');
    await user.click(sheet.getByRole('tab', { name: 'Trailing stop' }));
    await user.type(sheet.getByLabelText('Trailing stop (%)'), '2');
    await user.click(sheet.getByRole('button', { name: 'Set TP/SL' }));
    await waitFor(() => expect(sent('POST /lever/trigger')).toMatchObject({ kind: 'trailing_stop', distance: '0.02' }));
    await user.click(button('TP/SL: Long BTC/USDT-PERP'));
    const again = await dialog('TP/SL of BTC/USDT-PERP');
    expect(again.getByText('100 lots')).toBeTruthy();
    await user.click(again.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent('POST /lever/trigger/cancel')).toMatchObject({ id: '9' }));
  });

  test('isolated ones take more margin, which moves their liquidation price away', async () => {
    const { user } = await show();
    expect(screen.queryByRole('button', { name: 'Margin: Long BTC/USDT-PERP' })).toBeNull();
    await user.click(button('Margin: Short BTC/USDT-PERP'));
    const sheet = await dialog('Margin of BTC/USDT-PERP');
    await user.type(sheet.getByLabelText('Amount (USDT)'), '20');
    // 20 for 0.02 BTC: 1,000 further.
    expect(sheet.getByText('62,494.5 → 63,494.5')).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Add margin' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Margin changed']));
    expect(sent('POST /lever/margin')).toMatchObject({ id: '22', direction: 'add', amount: '20' });
  });

  test('are reversed after a question', async () => {
    const { user } = await show();
    await user.click(button('Reverse: Short BTC/USDT-PERP'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Reverse this position?' }));
    await user.click(question.getByRole('button', { name: 'Reverse' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Position reversed']));
    expect(sent('POST /lever/reverse')).toMatchObject({ id: '22' });
  });

  test.each([
    ['Close all (2)', '0'],
    ['Close longs (1)', '1'],
    ['Close shorts (1)', '2'],
  ])('%s closes them at once and says what stayed', async (name, type) => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Closed: 1. Still open: 1']));
    expect(sent('POST /lever/batch_close')).toMatchObject({ type });
  });
});

describe('figures explain themselves', () => {
  /** Opens the figure of a card and returns the two lines of its formula. */
  const why = async (title: string, press: () => Promise<void>) => {
    await press();
    const sheet = await dialog(title);
    const [words] = await sheet.findAllByText(/ = /);
    const lines = [words?.textContent, words?.nextElementSibling?.textContent];
    return { sheet, lines };
  };

  test('the liquidation price of an isolated position, from its margin above the threshold', async () => {
    const { user } = await show();
    const short = await card('Short BTC/USDT-PERP');
    const { sheet, lines } = await why('Liq. price', () =>
      user.click(short.getByRole('button', { name: 'Liq. price 62,494.5' })),
    );
    expect(lines).toEqual([
      'Liq. price = Entry price + (Margin − Liquidation threshold × Initial margin) ÷ Size (BTC) − Fee rate × Entry price',
      '61,000.0 + (61 − 50% × 61) ÷ 0.02 − 0.050% × 61,000.0 = 62,494.5',
    ]);
    expect(sheet.getAllByRole('term').map((term) => term.textContent)).toContain('Liquidation threshold');
  });

  test('a cross position without one says that its account covers a fall to zero', async () => {
    exchange.change({
      'POST /lever/dealall': () => ({
        ...pageOf(open.map(positionToWire)),
        accounts: [leverAccount({ available: '4000' })],
      }),
    });
    const { user } = await show();
    const long = await card('Long BTC/USDT-PERP');
    const { sheet, lines } = await why('Liq. price', () =>
      user.click(long.getByRole('button', { name: 'Liq. price –' })),
    );
    // 4,000 + 305 + 50 − 1.525 stand behind 0.05 BTC: 84,019.5 a coin, of which it is worth 62,000.
    expect(lines).toEqual([
      'Liq. price = Mark price − (Equity (USDT) − Liquidation threshold × Initial margin) ÷ Net size (BTC)',
      '62,000.0 − (4,353.475 − 50% × 305) ÷ 0.05 = -22,019.5',
    ]);
    expect(sheet.getByText(/the funds behind it cover a fall to zero/)).toBeTruthy();
  });

  test('result, return, margin and risk rate', async () => {
    const { user } = await show();
    const short = await card('Short BTC/USDT-PERP');
    const seen: (string | null | undefined)[] = [];
    for (const [title, value] of [
      ['Unrealized PnL (USDT)', '-20.00'],
      ['ROE', '-32.79%'],
      ['Margin', '61.00'],
      ['Margin left', '66.21%'],
    ] as const) {
      const { sheet, lines } = await why(title, () =>
        user.click(short.getByRole('button', { name: `${title} ${value}` })),
      );
      seen.push(lines[1]);
      await user.click(sheet.getByRole('button', { name: 'Close' }));
    }
    expect(seen).toEqual([
      '(61,000.0 − 62,000.0) × 0.02 = -20',
      '-20 ÷ 61 = -32.79%',
      '61,000.0 × 0.02 ÷ 20 = 61',
      '(61 + (-20) − 0.61) ÷ 61 = 66.21%',
    ]);
  });

  test('what holding costs next, with the way to what was charged', async () => {
    const { user } = await show();
    const long = await card('Long BTC/USDT-PERP');
    const { sheet, lines } = await why('Funding paid', () =>
      user.click(long.getByRole('button', { name: 'Funding paid 0.61 USDT' })),
    );
    expect(lines).toEqual(['Next charge = Mark price × Size (BTC) × Rate', '62,000.0 × 0.05 × +0.0100% = 0.31 USDT']);
    expect(sheet.getByRole('link').getAttribute('href')).toBe('#/pages/setting/bill');
  });

  test('the equity of the account is the sum of its parts', async () => {
    const { user } = await show();
    const { lines } = await why('Equity (USDT)', () =>
      user.click(screen.getByRole('button', { name: /^Equity \(USDT\)/ })),
    );
    expect(lines[1]).toBe('2,000 + 366 + 30 + 292.9 − 1.525 = 2,687.375');
  });

  test('an order that is not placed yet, by the rules of the exchange', async () => {
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount', '100');
    const { sheet, lines } = await why('Liq. price', () => user.click(button('Liq. price 57,012.0')));
    expect(lines[1]).toBe('60,000.0 − (60 − 50% × 60) ÷ 0.01 + 0.020% × 60,000.0 = 57,012.0');
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await user.click(button('Open long 100 lots'));
    const preview = await dialog('Confirm long');
    const fee = await why('Fee', () => user.click(preview.getByRole('button', { name: 'Fee ≈ 0.12 USDT' })));
    expect(fee.lines).toEqual(['Fee = Value × Fee rate', '600 × 0.020% = 0.12 USDT']);
  });
});

test('one that a stop closed is told while the screen is open, once', async () => {
  await show();
  await card('Short BTC/USDT-PERP');
  act(() => {
    emit('account', { kind: 'order', id: '22', status: 'closed' });
    emit('account', { kind: 'order', id: '22', status: 'closed' });
    emit('account', { kind: 'order', id: '23', status: 'open' });
  });
  expect(toasts.texts).toEqual(['Position closed: Short BTC/USDT-PERP', 'Order filled']);
});

describe('orders that wait', () => {
  test('are moved and cancelled', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('tab', { name: /^Open orders/ }));
    await user.click(await screen.findByRole('button', { name: 'Edit Long order BTC/USDT-PERP' }));
    const sheet = await dialog('Change the price');
    await user.clear(sheet.getByLabelText('Price (USDT)'));
    await user.type(sheet.getByLabelText('Price (USDT)'), '58500');
    await user.click(sheet.getByRole('button', { name: 'Change price' }));
    await waitFor(() => expect(sent('POST /lever/amend')).toMatchObject({ id: '23', target_price: '58500' }));
    await user.click(button('Cancel Long order BTC/USDT-PERP'));
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order changed', 'Order cancelled']));
  });
});

test('the history tells why a position closed, and which tick triggered it', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('tab', { name: 'History' }));
  const closed = await card('Long BTC/USDT-PERP');
  expect(closed.getByText('Stop loss')).toBeTruthy();
  expect(closed.getByText(/Tick #70112/)).toBeTruthy();
  // −50.5, less 3.02475 of fees and 0.61 of funding.
  await user.click(closed.getByRole('button', { name: 'Net result (USDT) -54.13' }));
  expect((await dialog('Net result (USDT)')).getByText('-50.5 − 3.0247 − 0.61 = -54.1347')).toBeTruthy();
});

test('a guest sees the terms, and is asked to log in', async () => {
  signOut();
  showScreen(<LeverPage />, '/pages/transaction/index2?symbol=BTC/USDT-PERP');
  const [login] = await screen.findAllByRole('link', { name: 'Log in to trade' });
  expect(login?.getAttribute('href')).toContain('/pages/common/login?from=');
  expect(exchange.of('POST /lever/deal')).toHaveLength(0);
});

test('the most that the identity level allows leads to a higher level, in the room of its figure', async () => {
  exchange.change({ 'POST /lever/deal': () => wireDeal({ order_limit: '62' }) });
  showScreen(<LeverPage />, '/pages/transaction/index2?symbol=BTC/USDT-PERP');
  const most = await screen.findByRole('link', { name: /^\d+ lots$/ });
  expect(most.closest('dd')?.textContent).toBe(most.textContent);
  expect(most.getAttribute('href')).toContain('/pages/setting/real_mark');
});

test('a closed market takes no order', async () => {
  instrument = perpetual({ open: false, latest: { at: Date.now() + 10 } });
  await show();
  const [closed] = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Market closed' });
  expect(closed?.disabled).toBe(true);
});

test('without the terms of the account no order is taken, and they are asked for again', async () => {
  exchange.change({ 'POST /lever/deal': reject('server', 'Not now') });
  const { user } = showScreen(<LeverPage />, '/pages/transaction/index2?symbol=BTC/USDT-PERP');
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText(/Your terms and balance did not load/)).toBeTruthy();
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Open long' })).disabled).toBe(true);
  exchange.change({ 'POST /lever/deal': () => wireDeal({ positions: open }) });
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/lots$/, { selector: 'dd' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open long' }).disabled).toBe(false);
});

test('positions that did not load offer another try', async () => {
  exchange.change({ 'POST /lever/dealall': reject('server', 'Not now') });
  const { user } = await show();
  expect(await screen.findByText('Your positions did not load')).toBeTruthy();
  exchange.change({ 'POST /lever/dealall': { ...pageOf([wirePosition()]), accounts: [leverAccount()] } });
  await user.click(button('Try again'));
  expect(await screen.findByRole('listitem', { name: 'Long BTC/USDT-PERP' })).toBeTruthy();
});
