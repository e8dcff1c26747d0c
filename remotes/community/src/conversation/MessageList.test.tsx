// @vitest-environment jsdom
import { addTexts } from '@tessera/i18n';
import { startScreens } from '@tessera/testing';
import { render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../remote.tsx';
import { type ConversationMessage, MessageList } from './MessageList.tsx';

let height: number;
beforeAll(async () => {
  await startScreens(remote);
  await addTexts('community/conversation', (code) => import(`./i18n/${code}.json`));
});
beforeEach(() => {
  height = 1_000;
  const root = document.documentElement;
  Object.defineProperty(root, 'scrollHeight', { configurable: true, get: () => height });
  Object.defineProperty(root, 'clientHeight', { configurable: true, value: 600 });
  root.scrollTop = 0;
});

const own = (changes: Partial<ConversationMessage> = {}): ConversationMessage => ({
  key: 'a',
  own: true,
  text: 'Hello',
  at: Date.UTC(2026, 10, 20),
  state: 'sending',
  ...changes,
});
const list = (message: ConversationMessage) => <MessageList label="Chat" messages={[message]} />;

test('why a message was rejected comes into view', () => {
  const { rerender } = render(list(own()));
  expect(document.documentElement.scrollTop).toBe(1_000);
  height = 1_080;
  rerender(list(own({ state: 'failed', problem: 'Links come from staff only' })));
  expect(screen.getByRole('alert').textContent).toContain('Links come from staff only');
  expect(document.documentElement.scrollTop).toBe(1_080);
});

test('a reader of earlier messages is not moved', () => {
  const { rerender } = render(list(own({ own: false, state: undefined })));
  document.documentElement.scrollTop = 100;
  window.dispatchEvent(new Event('scroll'));
  height = 1_080;
  rerender(list(own({ own: false, state: undefined, text: 'Hello, all' })));
  expect(document.documentElement.scrollTop).toBe(100);
});
