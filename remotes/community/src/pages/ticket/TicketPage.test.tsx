// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { identityFixtures, userInfo } from '@tessera/api/identity/fixtures';
import { supportConversation, supportFixtures } from '@tessera/api/support/fixtures';
import { addTexts } from '@tessera/i18n';
import { pageOf, showScreen, signIn, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import TicketMovedPage from '../ticket-moved/TicketMovedPage.tsx';
import TicketPage from './TicketPage.tsx';

beforeEach(() => {
  localStorage.clear();
});
const { exchange } = testScreens(remote, {
  exchange: () => ({ ...contentFixtures, ...identityFixtures, ...supportFixtures }),
});
beforeAll(async () => {
  await addTexts('community/support', (code) => import(`../../support/i18n/${code}.json`));
  await addTexts('community/conversation', (code) => import(`../../conversation/i18n/${code}.json`));
});

const open = (query = '') => showScreen(<TicketPage />, `/pages/kf/mail${query}`);

test('a ticket goes out once, to the address of the account', async () => {
  signIn();
  const { user } = open();
  expect(await screen.findByText(/The answer comes to \S+\*\S*@\S+ and/)).toBeDefined();
  expect(screen.queryByLabelText('E-mail address')).toBeNull();
  await user.type(await screen.findByLabelText('Subject'), 'Deposit');
  await user.type(screen.getByLabelText('Message'), 'It has not arrived');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => exchange.of('POST /support/ticket').length).toBe(1);
  const [sent, ...more] = exchange.of('POST /support/ticket');
  expect(more).toEqual([]);
  expect(sent?.form.get('client_id')).toMatch(/^[0-9a-f-]{36}$/);
  // The page knows the masked address alone: the exchange takes the real one.
  expect(sent?.form.has('email')).toBe(false);
});

test('a user without an address names one', async () => {
  signIn();
  exchange.change({ 'GET /user/info': userInfo({ email: null }) });
  const { user } = open();
  await user.type(await screen.findByLabelText('E-mail address'), 'ann@post.example');
  await user.type(screen.getByLabelText('Subject'), 'Deposit');
  await user.type(screen.getByLabelText('Message'), 'It has not arrived');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => exchange.of('POST /support/ticket')[0]?.form.get('email')).toBe('ann@post.example');
});

test('own tickets are listed, and one opens as a conversation', async () => {
  signIn();
  const ticket = supportConversation({ id: '9', channel: 'mail', title: 'My deposit', reference: 'QRSTVWXYZ2' });
  exchange.change({ 'GET /support/list': pageOf([ticket, supportConversation()]) });
  open();
  const row = await screen.findByRole('link', { name: /My deposit/ });
  expect(row.textContent).toContain('QRSTVWXYZ2');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  cleanup();
  open('?id=9');
  expect(await screen.findByText('Let me look')).toBeDefined();
});

test('a guest asks for help with a code, and reads the same whether there is an account', async () => {
  signOut();
  const { user } = open();
  await user.type(await screen.findByLabelText('E-mail or mobile number'), 'guest@example.com');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Reference ABCDEFGH23/)).toBeDefined();
  expect(exchange.of('POST /sms_mail_kf')[0]?.form.get('user_string')).toBe('guest@example.com');
});

test('the former address leads on', async () => {
  showScreen(<TicketMovedPage />, '/pages/kefu/mail');
  await expect.poll(() => location.hash).toBe('#/pages/kf/mail');
});
