// @vitest-environment jsdom
import { message } from '@tessera/api/messages/fixtures';
import { bus } from '@tessera/bus/host';
import { collectToasts, fakeExchange, reject } from '@tessera/testing';
import { expect, test, vi } from 'vitest';
import { announceMessages } from './announce-messages.ts';

const DETAIL = 'GET /mailMessage/getDetail';

test('a message that arrives is shown in the open app, once', async () => {
  const exchange = fakeExchange({ [DETAIL]: message({ id: '77', title: 'You received 40 USDT' }) });
  const toasts = collectToasts();
  const stop = announceMessages();
  bus.emit('account', { kind: 'balance', id: '9', status: 'received' });
  bus.emit('account', { kind: 'message', id: '77' });
  await vi.waitFor(() => expect(toasts.texts).toEqual(['You received 40 USDT']));
  stop();
  bus.emit('account', { kind: 'message', id: '78' });
  expect(exchange.of(DETAIL).map(({ form }) => form.get('id'))).toEqual(['77']);
});

test('a message that sums up fills or settlements is not shown over another order', async () => {
  const exchange = fakeExchange({ [DETAIL]: message({ id: '77' }) });
  const stop = announceMessages();
  for (const status of ['order_bought', 'orders_filled', 'option_settled']) {
    bus.emit('account', { kind: 'message', id: '76', status });
  }
  bus.emit('account', { kind: 'message', id: '77', status: 'position_liquidated' });
  await vi.waitFor(() => expect(exchange.of(DETAIL).map(({ form }) => form.get('id'))).toEqual(['77']));
  stop();
});

test('one that cannot be read is not announced; it stays in the message centre', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fakeExchange({ [DETAIL]: reject('not_found', 'There is no such message') });
  const toasts = collectToasts();
  const stop = announceMessages();
  bus.emit('account', { kind: 'message', id: '77' });
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
  stop();
  expect(toasts.texts).toEqual([]);
});
