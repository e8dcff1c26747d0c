// @vitest-environment jsdom
import { chatFixtures, chatMessage, chatRoom, house, me } from '@tessera/api/chat/fixtures';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { emit, reject, showScreen, silence, testScreens } from '@tessera/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';

const SEND = 'POST /chat/send';
let ChatPage: React.ComponentType;

beforeEach(() => {
  localStorage.clear();
});
const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...chatFixtures, 'GET /currency/quotation_new': listing(bitcoin()) }),
});
beforeAll(async () => {
  ChatPage = (await remote.pages.chat?.())?.default as React.ComponentType;
});
afterEach(() => {
  emit('realtime', { status: 'open', since: 0 });
});

const open = (room?: string) =>
  showScreen(<ChatPage />, room === undefined ? '/pages/kf/kf' : `/pages/kf/kf?room=${room}`);
const composer = () => screen.findByRole('textbox', { name: 'Message' });
const write = async (text: string) => {
  await userEvent.type(await composer(), text);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
};

test('the rooms are listed with what is new in them', async () => {
  open();
  const english = await screen.findByRole('link', { name: /English/ });
  expect(english.textContent).toContain('2 new');
  expect(english.textContent).toContain('Bea: Anyone long here?');
  expect(screen.getByRole('link', { name: /BTC\/USDT/ }).textContent).toContain('Ann: Shared card');
  expect(screen.getByRole('link', { name: /Deutsch/ }).textContent).toContain('No messages yet');
});

test('a room shows its rules, messages, cards that lead to the instrument, and where new ones begin', async () => {
  open('en');
  expect(await screen.findByText('Good morning', { selector: 'p' })).toBeDefined();
  expect(screen.getByText(/Stay friendly/)).toBeDefined();
  expect(screen.getByText('New messages')).toBeDefined();
  const card = screen.getByRole('link', { name: /BTC\/USDT-PERP/ });
  expect(card.getAttribute('href')).toContain('/pages/transaction/contract?symbol=BTC%2FUSDT-PERP');
  expect(card.textContent).toContain('Long 10×');
  expect(card.textContent).not.toContain('PnL');
  // Only staff have links and the badge.
  expect(screen.getByRole('link', { name: 'https://tessera.example/rules' })).toBeDefined();
  expect(screen.getAllByText('Staff')).toHaveLength(1);
});

test('markup of a user is text, and an address of a user is no link', async () => {
  const text = '<img src=x onerror=alert(1)> https://evil.example';
  exchange.change({
    'GET /chat/messages': { list: [chatMessage({ seq: 1, text })], mine: [], revision: 1, more: false },
  });
  open('en');
  expect((await screen.findByText(text)).querySelector('img, a')).toBeNull();
});

test('a message is sent once, also where the response is lost', async () => {
  exchange.change({ [SEND]: () => silence() });
  open('en');
  await write('I am');
  await waitFor(() => expect(exchange.of(SEND)).toHaveLength(1));
  exchange.change({
    [SEND]: ({ form }: { readonly form: URLSearchParams }) =>
      chatMessage({ seq: 5, author: me, text: 'I am', client_id: form.get('client_id') ?? '' }),
  });
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(exchange.of(SEND)).toHaveLength(2));
  const [first, second] = exchange.of(SEND);
  expect(second?.form.get('client_id')).toBe(first?.form.get('client_id'));
  await waitFor(() => expect(screen.getAllByText('I am')).toHaveLength(1));
});

test('a refused message says why and can be discarded', async () => {
  exchange.change({ [SEND]: reject('chat_repeated', 'You have just sent this message', 'text') });
  open('en');
  await write('again');
  expect((await screen.findByRole('alert')).textContent).toContain('You have just sent this message');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('again')).toBeNull();
});

test('a message that waits for a moderator is shown to its author once, with why', async () => {
  const held = (client_id: string) =>
    chatMessage({ seq: 0, revision: 0, client_id, author: me, text: 'see evil.com', held: 'link' });
  exchange.change({
    [SEND]: ({ form }: { readonly form: URLSearchParams }) => {
      const message = held(form.get('client_id') ?? '');
      exchange.change({ 'GET /chat/room': chatRoom({}, { held: [message] }) });
      return message;
    },
  });
  open('en');
  await write('see evil.com');
  expect(await screen.findByText('Messages with links are reviewed. Only you can see it')).toBeDefined();
  expect(screen.getAllByText('see evil.com')).toHaveLength(1);
});

test('a long press opens the menu once, the menu key and Enter do so too, and a finger that scrolls does not', async () => {
  open('en');
  const message = await screen.findByRole('button', { name: 'Message: Anyone long here?' });
  const menu = () => screen.queryByRole('dialog', { name: 'Message' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    fireEvent.pointerDown(message, { button: 0, clientX: 10, clientY: 10 });
    fireEvent.pointerMove(message, { clientX: 10, clientY: 60 });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(menu()).toBeNull();
    fireEvent.pointerDown(message, { button: 0, clientX: 10, clientY: 10 });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(menu()).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
  const close = async () => {
    await userEvent.click(within(menu() as HTMLElement).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(menu()).toBeNull());
  };
  await close();
  fireEvent.pointerUp(message);
  fireEvent.click(message, { detail: 1 });
  expect(menu()).toBeNull();
  fireEvent.contextMenu(message);
  expect(menu()).not.toBeNull();
  await close();
  message.focus();
  await userEvent.keyboard('{Enter}');
  expect(menu()).not.toBeNull();
});

test('what comes in while the end is out of sight is counted, and the button leads there', async () => {
  const root = document.documentElement;
  Object.defineProperty(root, 'scrollHeight', { configurable: true, value: 3_000 });
  Object.defineProperty(root, 'clientHeight', { configurable: true, value: 600 });
  try {
    open('en');
    await screen.findByText('Good morning', { selector: 'p' });
    root.scrollTop = 100;
    act(() => void window.dispatchEvent(new Event('scroll')));
    expect(await screen.findByRole('button', { name: 'Newest' })).toBeDefined();
    const list = [
      chatMessage({ seq: 5, text: 'one' }),
      chatMessage({ seq: 6, author: me, text: 'own' }),
      chatMessage({ seq: 7 }),
    ];
    exchange.change({ 'GET /chat/messages': { list, mine: [], revision: 7, more: false } });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    act(() => emit('realtime', { status: 'connecting', since: Date.now() }));
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    vi.useRealTimers();
    const scrolled = vi.fn();
    root.scrollTo = scrolled;
    const newest = await screen.findByRole('button', { name: '2 new' });
    for (const reduced of [false, true]) {
      // jsdom has none.
      vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
      await userEvent.click(newest);
      expect(scrolled).toHaveBeenLastCalledWith({ top: 3_000, behavior: reduced ? 'auto' : 'smooth' });
    }
    root.scrollTop = 2_400;
    act(() => void window.dispatchEvent(new Event('scroll')));
    await waitFor(() => expect(screen.queryByRole('button', { name: /new$|Newest/ })).toBeNull());
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(root, 'scrollTo');
    Reflect.deleteProperty(root, 'scrollHeight');
    Reflect.deleteProperty(root, 'clientHeight');
  }
});

test('the menu of a message replies, mentions, reacts, reports and mutes', async () => {
  open('en');
  const menu = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Message: Anyone long here?' }));
    return within(await screen.findByRole('dialog'));
  };
  await userEvent.click((await menu()).getByRole('button', { name: '🔥' }));
  expect(exchange.of('POST /chat/react')[0]?.form.get('on')).toBe('true');
  expect(await screen.findByRole('button', { name: '🔥, 1' })).toBeDefined();
  await userEvent.click((await menu()).getByRole('button', { name: 'Reply' }));
  await userEvent.click((await menu()).getByRole('button', { name: 'Mention' }));
  await waitFor(async () => expect(((await composer()) as HTMLTextAreaElement).value).toBe('@Bea '));
  await write('yes');
  await waitFor(() => expect(exchange.of(SEND)).toHaveLength(1));
  const { form } = exchange.of(SEND)[0] ?? { form: new URLSearchParams() };
  expect([form.get('reply_to'), form.get('mentions'), form.get('text')]).toEqual(['4', 'beabeabeabea', '@Bea yes']);
  await userEvent.click((await menu()).getByRole('button', { name: 'Report' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Fraud or fishing for secrets' }));
  await waitFor(() => expect(toasts.texts).toContain('Reported. A moderator will look at it'));
  exchange.change({ 'GET /chat/muted': { list: [chatMessage().author] } });
  await userEvent.click((await menu()).getByRole('button', { name: 'Mute Bea' }));
  await waitFor(() => expect(screen.queryByText('Anyone long here?')).toBeNull());
});

test('an instrument is shared as a card, and the rules, what is pinned and muted users are a tap away', async () => {
  exchange.change({
    'GET /chat/room': chatRoom({ slow_mode: 0, pinned: [chatMessage({ seq: 1, author: house, text: 'Pinned here' })] }),
    'GET /chat/muted': { list: [chatMessage().author] },
    [SEND]: chatMessage({ seq: 5, author: me, text: '' }),
  });
  open('en');
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Share' }));
  await userEvent.type(sheet.getByRole('searchbox'), 'BTC/USDT');
  const [first] = await sheet.findAllByRole('button', { name: /^BTC\/USDT/ });
  await userEvent.click(first as HTMLElement);
  await waitFor(() => expect(exchange.of(SEND)[0]?.form.get('symbol')).toMatch(/^BTC\/USDT/));
  await userEvent.click(screen.getByRole('button', { name: 'About this room' }));
  const info = within(await screen.findByRole('dialog', { name: 'About this room' }));
  expect(info.getByText('Pinned here')).toBeDefined();
  await userEvent.click(await info.findByRole('button', { name: 'Unmute' }));
  await waitFor(() => expect(exchange.of('POST /chat/mute')[0]?.form.get('on')).toBe('false'));
});

test('an own message can be deleted while that is allowed', async () => {
  const at = Date.now();
  exchange.change({
    'GET /chat/messages': {
      list: [chatMessage({ seq: 2, author: me, text: 'slip', at })],
      mine: [],
      revision: 2,
      more: false,
    },
  });
  open('en');
  await userEvent.click(await screen.findByRole('button', { name: 'Message: slip' }));
  const menu = within(await screen.findByRole('dialog'));
  expect(menu.queryByRole('button', { name: 'Report' })).toBeNull();
  exchange.change({
    'POST /chat/delete': chatMessage({ seq: 2, revision: 3, author: me, text: '', deleted: 'author' }),
  });
  await userEvent.click(menu.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Message deleted')).toBeDefined();
});

test.each([
  ['who is not verified', chatRoom({}, { verified: false }), 'Verify your identity to write'],
  ['who is banned', chatRoom({}, { ban: { reason: 'Spam', until: null } }), 'You cannot write in the chat: Spam'],
  ['in a closed room', chatRoom({ open: false }), 'This room is closed for new messages'],
])('a user %s reads why nothing can be written', async (_, room, text) => {
  exchange.change({ 'GET /chat/room': room });
  open('en');
  expect(await screen.findByText(new RegExp(text))).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  if (!room.me.verified) {
    expect(screen.getByRole('link', { name: 'Verify now' }).getAttribute('href')).toContain('/pages/setting/real_mark');
  }
});

test('slow mode counts down and keeps the draft', async () => {
  exchange.change({ 'GET /chat/room': chatRoom({ slow_mode: 30 }, { slow_until: Date.now() + 12_000 }) });
  open('en');
  expect((await screen.findByRole('timer')).textContent).toMatch(/Slow mode: you can write in 1\d s/);
  await write('later');
  expect(exchange.of(SEND)).toHaveLength(0);
  expect(((await composer()) as HTMLTextAreaElement).value).toBe('later');
});

test('without a connection the room says so', async () => {
  open('en');
  await screen.findByText('Good morning', { selector: 'p' });
  act(() => emit('realtime', { status: 'connecting', since: Date.now() }));
  expect(await screen.findByText('Connecting…')).toBeDefined();
  act(() => emit('realtime', { status: 'offline', since: Date.now() - 5_000 }));
  expect(await screen.findByText(/^Slow connection/)).toBeDefined();
});

test('a room that cannot be read offers to try again', async () => {
  exchange.change({ 'GET /chat/room': reject('not_found', 'Not found', 'room') });
  open('nowhere');
  expect(await screen.findByRole('alert')).toBeDefined();
  exchange.change({ 'GET /chat/room': chatRoom({ id: 'nowhere' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'English' })).toBeDefined();
});
