import { expect, test } from 'vitest';
import { overrideUrl } from './override-url.ts';
import { requirePlatform } from './platform.ts';

const PLATFORM = 'http://localhost:8080';

test('a platform that serves its manifest is accepted', async () => {
  const asked: unknown[] = [];
  await requirePlatform(PLATFORM, async (url) => {
    asked.push(url);
    return new Response('{}');
  });
  expect(asked).toEqual(['http://localhost:8080/h5/manifest.json']);
});

test('an unreachable platform is reported with the reason and what to do', async () => {
  const reject = async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:8080') });
  };
  await expect(requirePlatform(PLATFORM, reject)).rejects.toMatchObject({
    code: 'platform_unreachable',
    message:
      'No platform responds at http://localhost:8080 (connect ECONNREFUSED 127.0.0.1:8080). Start one with npm start, or name another by --platform.',
  });
});

test('another server is not a platform', async () => {
  const other = async () => new Response('', { status: 404 });
  await expect(requirePlatform(PLATFORM, other)).rejects.toMatchObject({
    code: 'platform_unreachable',
    message: expect.stringContaining('http://localhost:8080/h5/manifest.json returned 404'),
  });
});

test('the address to open carries the grant and the first screen', () => {
  expect(overrideUrl(PLATFORM, 'eyJz', '/pages/financial/index')).toBe(
    'http://localhost:8080/h5/?override=eyJz#/pages/financial/index',
  );
});
