import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { ROOT } from './repository.ts';

export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
};

const PACKAGE = join(ROOT, 'deploy/production');

const compile = (folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFile(
      process.execPath,
      [compiler, '-p', folder, '--pretty', 'false'],
      { cwd: folder, maxBuffer: 16 * 1024 * 1024 },
      (error, output) => (error && output === '' ? reject(error) : resolve(output)),
    );
  });

/**
 * Type errors of Kubernetes manifests: each manifest is checked as a literal against the type generated from the API
 * schema, so unknown names, missing names and wrong values are all found.
 */
export async function typeFaults(manifests: readonly Manifest[]): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'));
  const texts = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest;
    const type = `import('kubernetes-models/${apiVersion}').I${kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 2)};\n`;
  });
  const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
  writeFileSync(join(folder, 'manifests.ts'), texts.join(''));
  return (await compile(folder)).split('\n').filter((line) => line !== '');
}
