import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { BUILDS_KEPT, removeFormerBuilds } from './former-builds.ts';

const NOW = Date.UTC(2026, 10, 20);
const DAY = 24 * 3_600_000;

let dist: string;
beforeEach(async () => {
  dist = await temporaryFolder();
});

/** A build that was written so many days ago. */
function build(name: string, version: string, days: number): string {
  const folder = join(dist, 'remotes', name, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'remoteEntry.js'), version);
  for (const suffix of ['.version', '.report.json', '.contract.json']) writeFileSync(folder + suffix, version);
  const at = new Date(NOW - days * DAY);
  utimesSync(folder, at, at);
  return folder;
}

const left = (name: string) => readdirSync(join(dist, 'remotes', name)).sort();

describe('builds of former sources', () => {
  test('go when they are older than a day, but for the newest of each remote', async () => {
    for (let days = 2; days < 8; days += 1) build('markets', `1.0.${days}`, days);
    build('trading', '1.0.0', 400);
    const gone = await removeFormerBuilds(dist, [], NOW);
    expect(gone).toEqual(['1.0.5', '1.0.6', '1.0.7'].map((version) => join(dist, 'remotes/markets', version)));
    const kept = ['1.0.2', '1.0.3', '1.0.4'];
    expect(kept).toHaveLength(BUILDS_KEPT);
    expect(left('markets')).toEqual(
      kept.flatMap((each) => [each, `${each}.contract.json`, `${each}.report.json`, `${each}.version`]),
    );
    expect(left('trading')).toHaveLength(4);
    expect(await removeFormerBuilds(dist, [], NOW)).toEqual([]);
  });

  test('stay while they are of today, however many, and where they are in use', async () => {
    for (let each = 0; each < 6; each += 1) build('markets', `2.0.${each}`, 1);
    const used = build('markets', '1.0.0', 90);
    build('markets', '1.0.1', 90);
    expect(await removeFormerBuilds(dist, [used], NOW)).toEqual([join(dist, 'remotes/markets/1.0.1')]);
    expect(left('markets')).toHaveLength(7 * 4);
  });

  test('that were interrupted go after a day, and a folder without builds is none', async () => {
    expect(await removeFormerBuilds(dist, [], NOW)).toEqual([]);
    for (const [name, days] of [
      ['young', 1],
      ['old', 2],
    ] as const) {
      mkdirSync(join(dist, '.making', name), { recursive: true });
      const at = new Date(NOW - days * DAY);
      utimesSync(join(dist, '.making', name), at, at);
    }
    expect(await removeFormerBuilds(dist, [], NOW)).toEqual([join(dist, '.making/old')]);
    expect(readdirSync(join(dist, '.making'))).toEqual(['young']);
  });
});
