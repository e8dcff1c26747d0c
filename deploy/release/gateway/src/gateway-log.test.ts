import { previewIdOf } from '@tessera/releases';
import { testReleases } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import type { LiveRelease } from './release-feed.ts';
import { gatewayWith } from './testing/gateway-with.ts';

const SECRET = 'a'.repeat(32);

test('lines of the gateway have neither addresses nor URLs: the address of a preview grants access to it', async () => {
  const lines: string[] = [];
  const release = await testReleases();
  await release.publish('markets', '1.0.0');
  const event = await release.service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ada', why: 'x' });
  const live: LiveRelease = {
    signed: await release.store.signed(event),
    manifest: { ...(await release.inForce()), previews: [previewIdOf(SECRET)] },
  };
  const gateway = await gatewayWith({
    release: () => live,
    preview: () => Promise.reject(new Error('the store is away')),
    logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } },
  });
  const remoteAddress = '203.0.113.77';
  const failed = await gateway.inject({ url: `/h5/previews/${SECRET}.json`, remoteAddress });
  await gateway.inject({ url: `/h5/?preview=${SECRET}`, remoteAddress });
  await gateway.inject({ url: `/api/x?token=${SECRET}`, remoteAddress });
  await gateway.close();
  expect(failed.statusCode).toBe(500);
  const text = lines.join('');
  expect(text).toContain('the store is away');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(remoteAddress);
});
