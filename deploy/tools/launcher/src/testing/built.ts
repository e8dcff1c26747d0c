import { createHash } from 'node:crypto';
import { descriptorOf, folderWith } from '@tessera/releases/testing';
import type { Built } from '../builds.ts';
import type { BuiltPackage } from '../layout.ts';

const text = JSON.stringify({ entries: {}, files: {} });
/** Types of a contract that names none. */
export const noTypes = { hash: createHash('sha256').update(text).digest('hex'), text };

/** A folder as a build leaves it, with its report and contract beside it. */
export const buildFolder = async (files: Record<string, string>, contract: object): Promise<string> =>
  `${await folderWith({
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`built/${path}`, content])),
    'built.report.json': JSON.stringify({ screens: {}, texts: {} }),
    'built.contract.json': JSON.stringify({ schema: 1, types: noTypes, ...contract }),
  })}/built`;

/** A package to build, with its descriptor. */
export const packageNamed = async (name: string): Promise<BuiltPackage> => ({
  kind: name === 'host' ? 'host' : 'remote',
  name,
  dir: await folderWith({ 'remote.json': JSON.stringify(descriptorOf(name)) }),
});

/** What the build of a package comes to. */
export const builtOf = async (target: BuiltPackage, version: string): Promise<Built> => ({
  package: target,
  version,
  folder:
    target.kind === 'host'
      ? await buildFolder({ 'index.html': '' }, { provides: {} })
      : await buildFolder({ 'remoteEntry.js': `// ${version}` }, { uses: {} }),
  fresh: true,
});
