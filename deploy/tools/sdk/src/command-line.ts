import { chmodSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack from 'webpack';
import { exactVersions } from './packages.ts';

export const COMMAND_LINE = '@tessera/cli';
const FILE = 'tessera.js';

/** Whose versions a new remote is given: the root's or those of what tests its screens. */
const OF_NEW_REMOTES = [
  '@testing-library/dom',
  '@testing-library/react',
  '@types/react',
  '@types/react-dom',
  'jsdom',
  'node',
  'react',
  'react-dom',
  'typescript',
  'vitest',
];

const require = createRequire(import.meta.url);

const configuration = (root: string, folder: string): webpack.Configuration => ({
  mode: 'production',
  context: root,
  entry: join(root, 'deploy/tools/cli/src/team/main.ts'),
  target: 'node20',
  devtool: false,
  experiments: { outputModule: true },
  output: { path: folder, filename: FILE, module: true, library: { type: 'module' }, chunkFormat: 'module' },
  resolve: { extensions: ['.ts', '.mjs', '.js'] },
  // The store of a platform: no command of a team opens one.
  externals: [{ '@aws-sdk/client-s3': 'module @aws-sdk/client-s3' }],
  module: {
    // It looks for its texts and for what is installed with a remote while it runs.
    parser: {
      javascript: { importMeta: false, createRequire: false, worker: false, url: false, dynamicImportMode: 'eager' },
    },
    rules: [
      {
        test: /\.tsx?$/,
        sideEffects: false,
        use: {
          loader: require.resolve('swc-loader'),
          options: {
            jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2023', preserveAllComments: true },
          },
        },
      },
    ],
  },
  plugins: [new webpack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true })],
  optimization: { minimize: false, splitChunks: false },
  performance: false,
  infrastructureLogging: { level: 'error' },
});

function bundle(configured: webpack.Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(configured, (error, stats) => {
      if (error || !stats) reject(error ?? new Error('webpack gave no result'));
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}

/** Packs the command line of teams: one file that depends on nothing, with the texts of new remotes. Returns its folder. */
export async function bundleCommandLine(root: string, folder: string, version: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await bundle(configuration(root, folder));
  chmodSync(join(folder, FILE), 0o755);
  await cp(join(root, 'deploy/tools/cli/src/scaffold/i18n'), join(folder, 'i18n'), { recursive: true });
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const catalog = Object.fromEntries(OF_NEW_REMOTES.map((name) => [name, 'catalog:']));
  const description = {
    name: COMMAND_LINE,
    version,
    type: 'module',
    license: 'SEE LICENSE IN LICENSE',
    // A new remote brings the Node that all else runs on.
    engines: { node: '>=20' },
    bin: { tessera: FILE },
    tessera: { versions: exactVersions(root, catalog, version) },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(description, null, 2));
  return folder;
}
