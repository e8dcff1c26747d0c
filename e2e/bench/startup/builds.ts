import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type PackageOptions, packageConfig, SHARED_EAGERLY, SHARED_LAZILY } from '@tessera/build';
import { ROOT } from '../../../deploy/tools/launcher/src/layout.ts';
import { precompress } from '../../../deploy/tools/launcher/src/precompress.ts';

const BUILD = createRequire(join(ROOT, 'shared/build/package.json'));

type Configuration = ReturnType<typeof packageConfig>;
type Plugin = NonNullable<Configuration['plugins']>[number];
type Stats = { hasErrors(): boolean; toString(options: object): string };

/** The bundler of the build, as far as this benchmark uses it. */
const webpack = BUILD('webpack') as {
  (config: Configuration, done: (error: Error | null, stats?: Stats) => void): unknown;
  readonly NormalModuleReplacementPlugin: new (from: RegExp, to: string) => Plugin;
};
const { ModuleFederationPlugin } = BUILD('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: new (options: object) => Plugin;
};

const VARIANTS = join(import.meta.dirname, 'variants');
const HOST = join(ROOT, 'host');
const TRADING = join(ROOT, 'remotes/trading');

/** Shared as the documentation of module federation shows it: single copies, negotiated when the page starts. */
const usualShares = Object.fromEntries(
  [...SHARED_EAGERLY, ...SHARED_LAZILY].map((request) => [request, { singleton: true }]),
);

const replace = (from: RegExp, to: string) => new webpack.NormalModuleReplacementPlugin(from, join(VARIANTS, to));

function own(options: PackageOptions): Configuration {
  const config = packageConfig(options);
  const plugins = (config.plugins ?? []).filter(
    (plugin) => !['ModuleFederationPlugin', 'IntegrityPlugin'].includes(plugin?.constructor.name ?? ''),
  );
  // Replacements of host modules are not in its folder, but use its packages.
  const modules = ['node_modules', join(HOST, 'node_modules')];
  return { ...config, plugins, resolve: { ...config.resolve, modules }, cache: false };
}

async function build(config: Configuration, outDir: string): Promise<string> {
  mkdirSync(outDir, { recursive: true });
  const stats = await new Promise<Stats>((resolve, reject) =>
    webpack(config, (error, result) => (error || !result ? reject(error) : resolve(result))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  await precompress(outDir);
  return outDir;
}

/** Host and spot page as one bundle whose pages load lazily. */
export function buildOneBundle(folder: string): Promise<string> {
  const outDir = join(folder, 'one-bundle');
  const config = own({ kind: 'host', dir: HOST, name: 'host', version: '0.0.0', outDir, mode: 'production' });
  const { plugins = [] } = config;
  return build(
    {
      ...config,
      plugins: [
        ...plugins,
        replace(/(^|\/)release\.ts$/, 'static-release.ts'),
        replace(/(^|\/)load-page\.ts$/, 'one-bundle-page.ts'),
      ],
    },
    outDir,
  );
}

/** Host and remote as module federation is usually set up: asynchronous bootstrap, then manifest, entry and chunks. */
export async function buildUsual(folder: string): Promise<string> {
  const outDir = join(folder, 'usual');
  const host = own({ kind: 'host', dir: HOST, name: 'host', version: '0.0.0', outDir, mode: 'production' });
  await build(
    {
      ...host,
      entry: { main: join(VARIANTS, 'usual-main.ts') },
      plugins: [
        ...(host.plugins ?? []),
        replace(/(^|\/)release\.ts$/, 'static-release.ts'),
        replace(/(^|\/)load-page\.ts$/, 'usual-page.ts'),
        new ModuleFederationPlugin({
          name: 'usual_host',
          remotes: { trading: 'usual_trading@/h5/remotes/trading/mf-manifest.json' },
          shared: usualShares,
          dts: false,
          manifest: false,
        }),
      ],
    },
    outDir,
  );
  const remoteDir = join(outDir, 'remotes/trading');
  const remote = own({
    kind: 'remote',
    dir: TRADING,
    name: 'trading',
    version: '0.0.0',
    outDir: remoteDir,
    mode: 'production',
  });
  await build(
    {
      ...remote,
      plugins: [
        ...(remote.plugins ?? []),
        new ModuleFederationPlugin({
          name: 'usual_trading',
          filename: 'remoteEntry.js',
          exposes: { './remote': join(TRADING, 'src/remote.tsx') },
          shared: usualShares,
          dts: false,
          manifest: true,
        }),
      ],
    },
    remoteDir,
  );
  return outDir;
}
