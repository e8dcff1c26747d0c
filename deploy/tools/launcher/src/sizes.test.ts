import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import type { Built } from './builds.ts';
import { isWithin, kibibytes, measurePage, sizeTable } from './sizes.ts';

async function builds(): Promise<Built[]> {
  const root = await folderWith({
    'host/main.js': 'x'.repeat(9000),
    'host/main.js.br': 'x'.repeat(2048),
    'host/home.js': 'x'.repeat(1024),
    'host/main.css': 'x'.repeat(5000),
    'host.report.json': JSON.stringify({
      chunkGroups: { main: ['main.js', 'main.css'], home: ['home.js', 'main.js'] },
      provided: { '@tessera/ui/forms': ['home.js', 'main.css'] },
    }),
    'trading/remoteEntry.js': 'x'.repeat(512),
    'trading/other.js': 'x'.repeat(512),
  });
  const built = (kind: 'host' | 'remote', name: string): Built => ({
    package: { kind, name, dir: root },
    version: '1.0.0',
    folder: `${root}/${name}`,
    fresh: true,
  });
  return [built('host', 'host'), built('remote', 'trading')];
}

test('a page costs its scripts as they travel, each once', async () => {
  const measured = measurePage({ page: 'home', limit: 3, host: ['main', 'home'], provided: [] }, await builds());
  expect(kibibytes(measured)).toBe(3);
  expect(isWithin(measured)).toBe(true);
  expect(isWithin({ ...measured, limit: 2.9 })).toBe(false);
});

test('a page of a remote costs what host and remote send for it', async () => {
  const remote = { name: 'trading', files: [/^remoteEntry\.js$/] };
  expect(
    kibibytes(
      measurePage({ page: 'spot', limit: 4, host: ['main'], provided: ['@tessera/ui/forms'], remote }, await builds()),
    ),
  ).toBe(3.5);
});

test('a file that is not found fails the check instead of costing nothing', async () => {
  const remote = { name: 'trading', files: [/chart/] };
  const measured = measurePage(
    { page: 'spot', limit: 300, host: ['main', 'gone'], provided: ['jotai'], remote },
    await builds(),
  );
  expect(isWithin(measured)).toBe(false);
  expect(sizeTable([measured])).toMatch(/no chunk group gone[\s\S]*does not provide jotai[\s\S]*no file \/chart\//);
});
