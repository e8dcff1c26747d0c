// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onTheConsole, openConsole, pass } from '../testing/open-console.tsx';
import { NOW, Platform } from '../testing/platform.ts';

onTheConsole();
let platform: Platform;
beforeEach(() => {
  platform = new Platform();
  platform.account.role = 'duty';
});

const PAUSE = 'POST /api/staff/services/pause';
const RESUME = 'POST /api/staff/services/resume';
const last = { by: 'Ann Lee', reason: 'wrong prices', at: NOW - 60_000 };
/** What the backend says of the services. */
const listed = (...paused: string[]) =>
  platform.reply('GET /api/staff/services', {
    status: 200,
    body: {
      type: 'ok',
      code: 1,
      message: {
        list: ['spot', 'options'].map((service) => ({
          service,
          paused: paused.includes(service),
          last: service === 'options' ? last : null,
        })),
      },
    },
  });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

test('a service is paused with a reason, and the list shows it', async () => {
  listed('options');
  const user = openConsole(platform, 'services');
  const row = within(await screen.findByRole('row', { name: /^Options/ }));
  expect(row.getByText('Paused')).toBeDefined();
  expect(row.getByText(/Ann Lee: wrong prices$/)).toBeDefined();
  await user.click(await button('Pause Spot trading'));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Pause' }));
  expect(form.getByText('Enter a reason. It is kept in the history.')).toBeDefined();
  await user.type(form.getByLabelText('Reason'), 'the book is empty');
  listed('options', 'spot');
  await user.click(form.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(platform.sent(PAUSE)).toEqual([{ lang: 'en', service: 'spot', reason: 'the book is empty' }]);
  expect(await button('Resume Spot trading')).toBeDefined();
});

test('one is resumed after the second factor, where the backend asks for it', async () => {
  platform.code = '123456';
  listed('options');
  platform.reply(RESUME, {
    status: 200,
    body: { type: 'error', code: 0, message: 'Confirm that it is you', error: 'confirmation_required' },
  });
  const user = openConsole(platform, 'services');
  await user.click(await button('Resume Options'));
  const form = await dialog();
  await user.type(form.getByLabelText('Reason'), 'it is over');
  await user.click(form.getByRole('button', { name: 'Resume' }));
  const code = await form.findByLabelText('Authenticator code');
  platform.reply(RESUME, { status: 200, body: { type: 'ok', code: 1, message: { list: [] } } });
  listed();
  await user.type(code, '123456');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(platform.sent(RESUME)).toHaveLength(2);
  expect(await button('Pause Options')).toBeDefined();
});

test.each(['support', 'operator'])('%s reads why it cannot', async (role) => {
  platform.account.role = role;
  openConsole(platform, 'services');
  expect(await screen.findByText('Requires the role treasury, duty or admin')).toBeDefined();
  expect(platform.sent('GET /api/staff/services')).toEqual([]);
});

test('a list that does not load says so until it does', async () => {
  platform.reply('GET /api/staff/services', 'no connection');
  openConsole(platform, 'services');
  await screen.findByText('The services did not load');
  listed();
  await pass(10_000);
  expect(await button('Pause Options')).toBeDefined();
});
