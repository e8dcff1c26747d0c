// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { siteFixtures } from '@tessera/api/site/fixtures';
import { supportConversation, supportFixtures, supportMessage } from '@tessera/api/support/fixtures';
import { addTexts } from '@tessera/i18n';
import { type ExchangeRequest, emit, reject, showScreen, signOut, silence, testScreens } from '@tessera/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import CustomerServicePage from './CustomerServicePage.tsx';

const SEND = 'POST /support/message';

beforeEach(() => {
  localStorage.clear();
});
const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...siteFixtures, ...contentFixtures, ...supportFixtures }),
});
beforeAll(async () => {
  await addTexts('community/support', (code) => import(`../../support/i18n/${code}.json`));
  await addTexts('community/conversation', (code) => import(`../../conversation/i18n/${code}.json`));
});

const open = (view = '') => showScreen(<CustomerServicePage />, `/pages/kefu/index${view}`);
const talk = () => open('?view=talk');
const bubbles = () =>
  within(screen.getByRole('list', { name: 'Conversation' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('articles come first: they are offered, and found as one types', async () => {
  const { user } = open();
  expect(await screen.findByRole('link', { name: /Verify your identity/ })).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'deposit');
  const results = await screen.findByRole('list', { name: 'Results' });
  expect(within(results).getByRole('link').getAttribute('href')).toContain('/pages/help/detail?id=22');
  exchange.change({ 'GET /help/search': { list: [] } });
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText(/Nothing was found/)).toBeDefined();
  expect(screen.getByText('Agents are here, the usual wait is 3 minutes')).toBeDefined();
});

test('a guest gets the articles, a way by mail and one to log in, and no conversation is fetched', async () => {
  signOut();
  open();
  expect(await screen.findByRole('link', { name: /Verify your identity/ })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('/pages/common/login');
  expect(screen.getByRole('link', { name: /Write by mail/ })).toBeDefined();
  expect(exchange.of('GET /support/current')).toHaveLength(0);
});

test('without an agent on duty, that is said before the first message', async () => {
  exchange.change({ 'GET /support/service': { staffed: false, queue: 0, wait: null } });
  open();
  expect(await screen.findByText('No agent is here now; we answer later')).toBeDefined();
});

test('a conversation shows its messages, who joined, and how far each has come', async () => {
  exchange.change({
    'GET /support/current': { conversation: supportConversation({ seen_seq: 0, delivered_seq: 1 }) },
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Go on with the conversation' }));
  await screen.findByText('Let me look');
  expect(screen.getByText('Mara has joined')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Delivered' })).toBeDefined();
});

test('what is missing after the last message is fetched, whatever an event said', async () => {
  talk();
  await screen.findByText('Let me look');
  exchange.change({
    'GET /support/messages': ({ form }: ExchangeRequest) => ({
      conversation: supportConversation({ last_seq: 6 }),
      list: [4, 5, 6]
        .filter((seq) => seq > Number(form.get('after')))
        .slice(0, 2)
        .map((seq) => supportMessage({ seq, author: 'agent', name: 'Mara', text: `part ${seq}`, client_id: null })),
    }),
    'GET /support/current': { conversation: supportConversation({ last_seq: 6, unread: 3 }) },
  });
  act(() => emit('realtime', { status: 'offline', since: 1 }));
  act(() => emit('realtime', { status: 'open', since: 2 }));
  await screen.findByText('part 6');
  expect(exchange.of('GET /support/messages').map(({ form }) => form.get('after'))).toEqual([null, '3', '5']);
  await waitFor(() => expect(exchange.of('POST /support/seen').at(-1)?.form.get('seq')).toBe('6'));
});

test('a message is sent once under its id, also where the response was lost', async () => {
  const { user } = talk();
  await screen.findByText('Let me look');
  exchange.change({ [SEND]: silence() });
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'are you there?{Enter}');
  expect(await screen.findByRole('img', { name: 'Waiting for a connection' })).toBeDefined();
  exchange.change({
    [SEND]: ({ form }: ExchangeRequest) => ({
      conversation: supportConversation({ last_seq: 4, delivered_seq: 3, seen_seq: 3 }),
      message: supportMessage({ seq: 4, text: form.get('text') ?? '', client_id: form.get('client_id') }),
    }),
    'GET /support/current': { conversation: supportConversation({ last_seq: 4 }) },
  });
  act(() => window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('img', { name: 'Sent' })).toBeDefined();
  expect(bubbles().filter((text) => text?.includes('are you there?'))).toHaveLength(1);
  expect(new Set(exchange.of(SEND).map(({ form }) => form.get('client_id'))).size).toBe(1);
});

test('a message that is refused says why, and can be tried again or discarded', async () => {
  const { user } = talk();
  await screen.findByText('Let me look');
  exchange.change({ [SEND]: reject('field_special_characters', 'Remove the markup') });
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'a <b> b{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Remove the markup');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('a <b> b')).toBeNull();
});

test('markup, addresses and overrides of another are text; of an agent addresses are links', async () => {
  exchange.change({
    'GET /support/messages': {
      conversation: supportConversation({ last_seq: 2 }),
      list: [
        supportMessage({ seq: 1, text: '<img src=x onerror=alert(1)> https://evil.example \u202egpj.exe' }),
        supportMessage({
          seq: 2,
          author: 'agent',
          name: 'Mara',
          text: 'See https://tessera.example/help',
          client_id: null,
        }),
      ],
    },
    'GET /support/current': { conversation: supportConversation({ last_seq: 2 }) },
  });
  talk();
  const link = await screen.findByRole('link', { name: 'https://tessera.example/help' });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.queryByAltText('x')).toBeNull();
  expect(screen.getByText(/onerror/).textContent).toBe('<img src=x onerror=alert(1)> https://evil.example gpj.exe');
});

test('a place is shared from the map, and shown as a card that leads to it; a text about one is a text', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const at = 'latitude=52.52000&longitude=13.40500';
  exchange.change({
    'GET /support/current': { conversation: supportConversation() },
    'GET /support/messages': {
      list: [
        supportMessage({ seq: 1, author: 'user', text: `Office\n/pages/system/open-location?${at}` }),
        supportMessage({ seq: 2, author: 'user', client_id: null, text: `it is at /pages/system/open-location?${at}` }),
      ],
      more: false,
    },
    [SEND]: reject('chat_fast', 'Too many messages'),
  });
  const { user } = talk();
  const link = await screen.findByRole('link', { name: 'Open the map' });
  expect(link.getAttribute('href')).toContain(`/pages/system/open-location?${at}&name=Office`);
  expect(screen.getByText('52.52000, 13.40500')).toBeDefined();
  // The card is a picture: what cannot be pressed is not shown.
  expect(screen.queryByLabelText('Zoom in')).toBeNull();
  expect(screen.getByText(/^it is at/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Share a place' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Share a place' }));
  const send = await sheet.findByRole('button', { name: 'Send this place' });
  await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false));
  await user.click(send);
  await waitFor(() =>
    expect(exchange.of(SEND)[0]?.form.get('text')).toMatch(
      /^\/pages\/system\/open-location\?latitude=-?\d+\.\d{5}&longitude=-?\d+\.\d{5}$/,
    ),
  );
  vi.unstubAllGlobals();
});

test('messages that could not be fetched are fetched again by time, by the button, and with the connection', async () => {
  const READ = 'GET /support/messages';
  const failed = reject('busy', 'Try later');
  const asked = () => exchange.of(READ).length;
  exchange.change({ [READ]: failed });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    act(() => emit('realtime', { status: 'open', since: 0 }));
    talk();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(asked()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    expect(asked()).toBe(2);
    // The next follows after at least 2 s; the button does not wait.
    fireEvent.click(again);
    await waitFor(() => expect(asked()).toBe(3));
    await screen.findByRole('button', { name: 'Try again' });
    exchange.change({ [READ]: supportFixtures[READ] });
    act(() => emit('realtime', { status: 'connecting', since: 0 }));
    act(() => emit('realtime', { status: 'open', since: 0 }));
    expect(await screen.findByText('Let me look')).toBeDefined();
    const done = asked();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked()).toBe(done);
  } finally {
    vi.useRealTimers();
  }
});

test('a draft outlives the page', async () => {
  const { user } = talk();
  await screen.findByText('Let me look');
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'half a thou');
  expect(exchange.of('POST /support/typing')).toHaveLength(1);
  cleanup();
  talk();
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' })).value).toBe(
    'half a thou',
  );
});

test('the place in the queue and the wait stand below, then who is typing', async () => {
  exchange.change({
    'GET /support/current': {
      conversation: supportConversation({ status: 'waiting', agent: null, position: 2, wait: 360_000 }),
    },
  });
  talk();
  expect(await screen.findByText('You are number 2 in the queue. The usual wait is 6 minutes.')).toBeDefined();
  act(() => emit('account', { kind: 'typing', id: '7', status: 'agent' }));
  expect(await screen.findByText('an agent is writing')).toBeDefined();
});

test('a conversation that is over is rated', async () => {
  exchange.change({ 'GET /support/current': { conversation: supportConversation({ status: 'resolved' }) } });
  const { user } = talk();
  await user.click(await screen.findByRole('radio', { name: '4 stars' }));
  await user.type(screen.getByLabelText('What should we know? (optional)'), 'quick');
  await user.click(screen.getByRole('button', { name: 'Send the rating' }));
  expect(await screen.findByText('Thank you for your rating.')).toBeDefined();
  expect(exchange.sent('POST /support/rate', 0)).toMatchObject({
    id: '7',
    rating: '4',
    comment: 'quick',
  });
});
