import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import { OLDEST_BROWSERS, OLDEST_SYNTAX, styleTargets } from './browsers.ts';
import { SHORTER, SHORTER_FILES } from './federation/path.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { entryRuntime, leanRuntime, productionRouter } from './lean-libraries.ts';
import { NoticesPlugin } from './licences/notices-plugin.ts';
import { FLAGS, MarksPlugin, markNotices, readMarks } from './marks-plugin.ts';
import { OlderStylesPlugin } from './older-styles-plugin.ts';
import { PackageChunksPlugin } from './package-chunks-plugin.ts';
import { hostShares, remoteShares } from './sharing.ts';
import { CHUNKS, VersionlessPlugin } from './versionless-plugin.ts';

/** `page` is a standalone page without federation: the component gallery. */
export type PackageKind = 'host' | 'remote' | 'page';

export type PackageOptions = {
  readonly kind: PackageKind;
  /** Absolute folder of the package. */
  readonly dir: string;
  /** Name of the package without its scope; a remote's name in the manifest. */
  readonly name: string;
  /** Version under which the result is published; part of a remote's global names. */
  readonly version: string;
  readonly outDir: string;
  readonly mode: 'production' | 'development';
};

/** URL path below which the host's files are served. */
export const HOST_PATH = '/h5/';

const require = createRequire(import.meta.url);

/** What forms with a contract's schema need: fetched once, by the first screen that has such a form. */
const FORM_MODULES =
  /[\\/]node_modules[\\/](?:react-hook-form|zod)[\\/]|[\\/](?:shared|@tessera)[\\/](?:form[\\/]src[\\/]contract-form|api[\\/]src[\\/]kit[\\/](?:fields|person-fields|problem))\.[jt]s$/;

/** Modules of the host that are fetched together, or are small and of few screens: each file costs the first page its hash. */
const ATOMS = /[\\/]node_modules[\\/]jotai[\\/]|[\\/]shared[\\/]storage[\\/]src[\\/]stored-atom\.ts$/;
const QR = /[\\/]node_modules[\\/](?:dijkstrajs|qrcode)[\\/]/;
const SMALL_PARTS = /[\\/]shared[\\/]ui[\\/]src[\\/](?:curve\.ts|sortable\.ts|chart[\\/]|sortable[\\/])/;

/** Two versions of a remote can be in one page, so everything global carries the version. */
const globalName = ({ kind, name, version }: PackageOptions) =>
  kind === 'remote' ? `tessera_${name}_${version.replace(/[^a-z0-9]/gi, '_')}` : `tessera_${name}`;
/** While a remote is built for a release: `VersionlessPlugin` puts the version in its place where it is needed. */
const isVersionless = ({ kind, mode }: PackageOptions) => kind === 'remote' && mode === 'production';
const uniqueName = (options: PackageOptions) =>
  isVersionless(options) ? globalName({ ...options, version: 'of_this_version' }) : globalName(options);

/** Whether it is a link to the folder of another place. */
const isBorrowed = (folder: string): boolean => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function javascript(options: PackageOptions, refresh: boolean) {
  return {
    // Packages of ours are compiled only where they are installed, and not for browsers.
    test: /\.tsx?$|[\\/]node_modules[\\/]@tessera[\\/].*\.js$/,
    use: {
      loader: require.resolve('swc-loader'),
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          // A development remote runs inside a released page too, whose React has no development JSX.
          transform: { react: { runtime: 'automatic', development: false, refresh } },
        },
        // What exists in the language only; what is missing in a browser is `host/src/old-browser`.
        env: { targets: [...OLDEST_BROWSERS] },
        sourceMaps: options.mode === 'development',
      },
    },
  };
}

/** Class names carry the hash of their file: styles of two versions differ, or are the same file's. */
function classOfContent(name: string) {
  const hashes = new Map<string, string>();
  return ({ resourcePath }: { readonly resourcePath: string }, _template: string, local: string): string => {
    const known = hashes.get(resourcePath);
    const hash = known ?? createHash('sha256').update(readFileSync(resourcePath)).digest('hex').slice(0, 8);
    hashes.set(resourcePath, hash);
    return `${name}_${basename(resourcePath, '.module.css')}-${local}-${hash}`;
  };
}

function styles(options: PackageOptions) {
  return {
    test: /\.css$/,
    use: [
      MiniCssExtractPlugin.loader,
      {
        loader: require.resolve('css-loader'),
        options: {
          modules: {
            auto: true,
            namedExport: false,
            exportLocalsConvention: 'as-is',
            // Each rule of a remote names a class of its own: others would reach into screens of other packages.
            ...(options.kind === 'remote' ? { mode: 'pure' as const } : {}),
            ...(options.kind === 'remote'
              ? {
                  localIdentName: `${options.name}-[name]-[local]-[hash:base64:4]`,
                  ...(options.mode === 'production' ? { getLocalIdent: classOfContent(options.name) } : {}),
                }
              : // The hash tells files of one name apart.
                { localIdentName: '[1]-[local]-[hash:base64:3]', localIdentRegExp: /([^\\/]+)\.module\.css$/ }),
          },
        },
      },
    ],
    sideEffects: true,
  };
}

function federation(options: PackageOptions) {
  if (options.kind === 'page') return [];
  if (options.kind === 'host') {
    return [
      leanRuntime(),
      new ModuleFederationPlugin({
        name: 'tessera_host',
        remotes: {},
        shared: hostShares(),
        shareStrategy: 'loaded-first',
        // The ES module: the CommonJS one would bring a second copy of the whole runtime with it.
        runtimePlugins: [fileURLToPath(import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'))],
        dts: false,
        manifest: false,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
    ];
  }
  return [
    entryRuntime(),
    new ModuleFederationPlugin({
      name: uniqueName(options),
      // A name with a hyphen cannot be a variable, but a property of the page.
      library: { type: 'window', name: uniqueName(options) },
      filename: 'remoteEntry.js',
      exposes: { './remote': join(options.dir, 'src/remote.tsx') },
      shared: remoteShares(options.dir),
      shareStrategy: 'loaded-first',
      dts: false,
      manifest: false,
      experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    }),
  ];
}

/** File with the licences of the packages in the bundle; what is not in a folder of its version carries it in the name. */
const noticesFile = ({ kind, version }: PackageOptions): string =>
  kind === 'remote' ? 'licences.json' : `assets/licences-${version}.json`;

const refreshFile = (name: string): string => fileURLToPath(new URL(`./refresh/${name}`, import.meta.url));

function entry(options: PackageOptions): NonNullable<Configuration['entry']> {
  if (options.kind === 'remote') return {};
  const main = join(options.dir, options.kind === 'host' ? 'src/main.ts' : 'main.tsx');
  // Before all else: remotes look for the page's runtime when their first module runs.
  return { main: options.mode === 'development' ? [refreshFile('provide.cjs'), main] : main };
}

/** The webpack configuration of the host, of a remote, or of a plain page. */
export function packageConfig(options: PackageOptions): Configuration {
  const production = options.mode === 'production';
  const refresh = !production;
  const refreshAlias = refresh && options.kind === 'remote' ? { 'react-refresh/runtime$': refreshFile('use.cjs') } : {};
  // Remotes take the pictures from the page that they stand in.
  const marks = options.kind === 'remote' ? undefined : readMarks();
  // A remote has a folder for each version, so the names of its files need no hash: manifest and entry list them all.
  const names = options.kind === 'remote' ? '[name]' : 'assets/[name].[contenthash:10]';
  return {
    mode: options.mode,
    name: options.name,
    context: options.dir,
    entry: entry(options),
    devtool: production ? false : 'eval-cheap-module-source-map',
    target: ['web', `es${OLDEST_SYNTAX}`],
    output: {
      path: options.outDir,
      publicPath: options.kind === 'host' ? HOST_PATH : 'auto',
      uniqueName: uniqueName(options),
      ...(production && options.kind === 'remote' ? { chunkLoadingGlobal: CHUNKS } : {}),
      filename: production ? `${names}.js` : '[name].js',
      chunkFilename: production ? `${names}.js` : '[name].js',
      assetModuleFilename: `${names}[ext]`,
      crossOriginLoading: 'anonymous',
      // The content policy of these pages names it; in the host's page all loaders share the policy that the page makes.
      ...(production && options.kind === 'page' ? { trustedTypes: { policyName: 'tessera' } } : {}),
      chunkLoadTimeout: 120_000,
      // A module that threw, such as for a shared one that could not be fetched, is evaluated anew by the next import:
      // otherwise that one succeeds with what the module had exported until then (webpack issue 19351).
      strictModuleExceptionHandling: true,
      clean: options.kind !== 'host',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: { ...refreshAlias, ...(production ? productionRouter() : {}) },
    },
    module: {
      rules: [
        javascript(options, refresh),
        styles(options),
        ...(options.kind === 'host' ? [{ test: SHORTER_FILES, use: SHORTER }] : []),
        { test: /\.(svg|png|webp|avif)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: production ? `${names}.css` : '[name].css',
        chunkFilename: production ? `${names}.css` : '[name].css',
      }),
      new webpack.DefinePlugin({
        'process.env.TESSERA_NAME': JSON.stringify(options.name),
        'process.env.TESSERA_VERSION': JSON.stringify(options.version),
        // Other pages are documents in the folder that their files are in.
        'process.env.TESSERA_MARKS': JSON.stringify(
          `${options.kind === 'host' ? HOST_PATH : ''}${marks?.folder ?? ''}`,
        ),
      }),
      ...(marks ? [new MarksPlugin(marks)] : []),
      ...(isVersionless(options) ? [new VersionlessPlugin(uniqueName(options), globalName(options))] : []),
      ...(production ? [new OlderStylesPlugin(), new PackageChunksPlugin()] : []),
      ...(production && options.kind !== 'page' ? [new IntegrityPlugin()] : []),
      ...(production
        ? [
            new NoticesPlugin({
              file: noticesFile(options),
              federated: options.kind !== 'page',
              ...(marks ? { pictures: [FLAGS], more: markNotices() } : {}),
            }),
          ]
        : []),
      ...federation(options),
      ...(options.kind === 'remote'
        ? []
        : [
            new HtmlWebpackPlugin({
              // The host's is a template: what is loaded first is its matter.
              template: join(options.dir, options.kind === 'host' ? 'index.ejs' : 'index.html'),
              scriptLoading: 'defer',
              inject: options.kind !== 'host',
              minify: production ? { collapseWhitespace: true, removeComments: false } : false,
            }),
          ]),
      ...(refresh ? [new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/, /build.src.refresh/] })] : []),
    ],
    optimization: {
      nodeEnv: options.mode,
      chunkIds: 'named',
      moduleIds: production ? 'deterministic' : 'named',
      minimize: production,
      // A page would take what does not compile as an update, and lose its state with the next one.
      emitOnErrors: false,
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          extractComments: false,
          terserOptions: {
            format: { comments: false },
            ecma: OLDEST_SYNTAX,
            compress: { passes: 3, ecma: OLDEST_SYNTAX },
          },
        }),
        new MinimizerPlugin({
          test: /\.css$/,
          minify: MinimizerPlugin.lightningCssMinify,
          minimizerOptions: { targets: styleTargets() },
        }),
      ],
      splitChunks: {
        cacheGroups: {
          polyfills: {
            test: /[\\/](?:node_modules[\\/]core-js|old-browser)[\\/]/,
            name: 'polyfills',
            chunks: 'async',
            enforce: true,
          },
          form: { test: FORM_MODULES, name: 'form', chunks: 'async', enforce: true },
          ...(options.kind === 'host'
            ? {
                vendor: { test: /[\\/]node_modules[\\/]/, name: 'vendor', chunks: 'initial' },
                atoms: { test: ATOMS, name: 'atoms', chunks: 'async', enforce: true },
                qr: { test: QR, name: 'qr', chunks: 'async', enforce: true },
                parts: { test: SMALL_PARTS, name: 'parts', chunks: 'async', enforce: true },
              }
            : { default: false, defaultVendors: false }),
        },
      },
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(options.dir, 'node_modules/.cache/webpack'),
      // What compiles the version into names is kept for that version. A released remote has it in its entry alone, where
      // `VersionlessPlugin` writes it: what one version compiled serves the next, in half of the time.
      // A copy of the folder, as tests build it, borrows the packages and the cache; it changes nothing for others.
      readonly: isBorrowed(join(options.dir, 'node_modules')),
      version: isVersionless(options) ? options.mode : `${options.mode} ${options.version}`,
      buildDependencies: { config: [new URL(import.meta.url).pathname] },
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

export const packageName = (dir: string): string =>
  (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { name: string }).name.replace('@tessera/', '');
