import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGE_TOPICS } from '@tessera/api/messages/rules';
import { languageCodes } from '@tessera/api/rules';
import { expect, test } from 'vitest';
import { linkOf, MESSAGE_KINDS, topicOf } from './links.ts';
import { discreetText } from './push-texts.ts';
import { messageText } from './texts.ts';

type Route = { readonly path: string; readonly params?: Readonly<Record<string, string>> };

const root = join(import.meta.dirname, '../../../..');
const files = [join(root, 'host/screens.json')].concat(
  readdirSync(join(root, 'remotes')).map((name) => join(root, 'remotes', name, 'remote.json')),
);
const routes = files.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { routes: Route[] }).routes);

const fits = (link: string): boolean => {
  const { pathname, searchParams } = new URL(link, 'http://app.test');
  const route = routes.find(({ path }) => path === pathname);
  return (
    route !== undefined &&
    [...searchParams].every(([name, value]) => {
      const kind = route.params?.[name]?.replace(/\?$/, '');
      return kind === 'string' || kind?.split('|').includes(value);
    })
  );
};

const named = {
  code: 'A&b 1',
  work: 'Dusk',
  amount: '9 USDT',
  sender: 'A***e',
  name: 'Bo',
  room: 'BTC/USDT',
  time: 'T',
};

test.each(MESSAGE_KINDS)('%s leads to a screen that there is, and is worded in every language', (kind) => {
  for (const about of [named, {}] as readonly Readonly<Record<string, string>>[]) {
    expect(fits(linkOf(kind, { named: about, reference: 'btc-usdt:12' })), kind).toBe(true);
  }
  const texts = languageCodes.map((language) => messageText(kind, named, language));
  for (const { title, body } of texts) expect(Math.min(title.length, body.length), kind).toBeGreaterThan(3);
  expect(new Set(texts.map(({ body }) => body)).size).toBe(languageCodes.length);
});

test('a mention leads to its room, and a work to its page', () => {
  expect(linkOf('chat_mention', { named, reference: 'btc-usdt:12' })).toBe('/pages/kf/kf?room=btc-usdt');
  expect(linkOf('chat_rejected', { named, reference: 'btc-usdt:held:3' })).toBe('/pages/kf/kf?room=btc-usdt');
  expect(linkOf('nft_outbid', { named, reference: '4:' })).toBe('/pages/nft/artworkDetail?code=A%26b+1');
});

test('without details a notification has words of its topic alone, in every language', () => {
  expect(new Set(MESSAGE_KINDS.map(topicOf)).size).toBeGreaterThan(3);
  for (const topic of MESSAGE_TOPICS) {
    const texts = languageCodes.map((language) => discreetText(topic, language));
    expect(new Set(texts.map(({ title, body }) => title + body)).size).toBe(languageCodes.length);
    for (const { title, body } of texts) expect(`${title}${body}`).not.toMatch(/[{}\d]/);
  }
});
