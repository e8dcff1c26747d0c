import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/releases';
import { type Build, buildFolder, temporaryFolder } from '../src/build.ts';
import type { Cleanup } from '../src/stage/cleanup.ts';

/** A change of a copy of the fixture's sources. */
export type Edit = (dir: string) => void;

/** A copy of the fixture in the folder of a remote, with its texts in every language. */
export function copyFixture(root: string, cleanup: Cleanup, edit: Edit = () => undefined): string {
  const dir = join(temporaryFolder('fixture', cleanup), 'remotes/fixture');
  cpSync(join(import.meta.dirname, '../fixture'), dir, { recursive: true });
  const english = readFileSync(join(dir, 'src/i18n/en.json'));
  for (const code of LANGUAGE_CODES) writeFileSync(join(dir, `src/i18n/${code}.json`), english);
  // Packages as a remote of this repository has them; the folder itself is the copy's own, for the build's cache.
  const packages = join(root, 'remotes/community/node_modules');
  mkdirSync(join(dir, 'node_modules'));
  for (const each of readdirSync(packages).filter((name) => !name.startsWith('.'))) {
    symlinkSync(join(packages, each), join(dir, 'node_modules', each));
  }
  edit(dir);
  return dir;
}

export async function buildFixture(root: string, dir: string, version: string, cleanup: Cleanup): Promise<Build> {
  return { version, folder: await buildFolder(root, dir, version, join(dir, '../../built', version), cleanup) };
}

/** Touches what no remote may, and uses what it may, each in another way of writing. */
const TOUCHES = `
const { caches: kept } = window as Window & typeof globalThis;
const workers = navigator.serviceWorker;
export const touched = async (text: string, node: HTMLElement) => {
  await kept.open('tessera-kept-0');
  await workers.register('/h5/elsewhere.js');
  document.cookie = text;
  localStorage.removeItem('tessera.host.token');
  indexedDB.deleteDatabase(\`tessera\`);
  new RTCPeerConnection();
  globalThis.sessionStorage.setItem('a', text);
  new BroadcastChannel('a');
  Object.assign(node, {}).innerHTML = text;
  (self as unknown as Record<string, unknown>).hook = new Function(text);
};
const { location: address } = globalThis;
export const left = (text: string, link: { current: HTMLElement | null }) => {
  if (text) address.href = 'https://elsewhere.example/?' + text;
  link.current?.click();
};
`;

/** Contains a copy of React, styles the whole page, touches the page, and has a budget that every screen exceeds. */
export const careless: Edit = (dir) => {
  const react = join(dir, 'node_modules/react/cjs/react.production.js');
  cpSync(react, join(dir, 'src/own-react.cjs'), { dereference: true });
  writeFileSync(join(dir, 'src/everywhere.css'), 'body { margin: 0; }');
  const page = join(dir, 'src/pages/second/SecondPage.tsx');
  const uses =
    "import { useState as own } from '../../own-react.cjs';\nimport '../../everywhere.css';\nimport { left, touched } from '../../touches.ts';\nself.own = [own, left, touched];\n";
  writeFileSync(join(dir, 'src/touches.ts'), TOUCHES);
  writeFileSync(page, uses + readFileSync(page, 'utf8'));
  const descriptor = join(dir, 'remote.json');
  writeFileSync(descriptor, readFileSync(descriptor, 'utf8').replace('"budget": 30', '"budget": 1'));
};
