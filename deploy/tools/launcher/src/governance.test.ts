import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PEERS } from './peers.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('every remote has a team of its own that reviews it, and every path that has owners is there', () => {
  const lines = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
  const paths = lines.map(([path = '']) => path);
  const remotes = readdirSync(join(ROOT, 'remotes')).filter((name) =>
    existsSync(join(ROOT, 'remotes', name, 'remote.json')),
  );
  expect(paths).toEqual(expect.arrayContaining(remotes.map((name) => `/remotes/${name}/`)));
  expect(paths.filter((path) => path !== '*' && !existsSync(join(ROOT, path)))).toEqual([]);
  expect(
    lines.filter(([, ...owners]) => owners.length === 0 || owners.some((owner) => !owner.startsWith('@'))),
  ).toEqual([]);
});

test('the hosted checks run what .ci/run runs, and at night every sample', () => {
  const { jobs, on } = parse(read('.github/workflows/check.yml')) as {
    jobs: Record<string, { steps: { run?: string }[]; container: string }>;
    on: { schedule: { cron: string }[] };
  };
  const runs = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []);
  expect(runs('check')).toContain('.ci/run');
  expect(runs('deep')).toContain('npm run test:deep');
  expect(on.schedule).toHaveLength(1);
  // The Node of the containers is that of the repository.
  const major = read('.nvmrc').trim().split('.')[0];
  const images = [
    ...Object.values(jobs).map(({ container }) => container),
    /^FROM (.*)$/m.exec(read('.devcontainer/Dockerfile'))?.[1],
  ];
  expect(new Set(images)).toEqual(new Set([`node:${major}-trixie`]));
});

test('the development container has every program that suites run for real', () => {
  const file = read('.devcontainer/Dockerfile');
  const missing = Object.values(PEERS)
    .flatMap(({ packages }) => packages)
    .filter((name) => !new RegExp(`\\s${name}\\s`).test(file));
  expect(missing).toEqual([]);
});
