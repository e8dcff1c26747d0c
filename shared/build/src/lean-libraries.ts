import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import webpack from 'webpack';
import { ENTRY_RUNTIME } from './federation/path.ts';

/** Modules of the federation runtime that the page's first bundle does without, and what stands in their place. */
const REPLACED: readonly (readonly [in_: RegExp, request: RegExp, code: string])[] = [
  // Its errors have codes and a link; the sentences beside them are not for users, and cost 400 bytes.
  [
    /@module-federation[\\/]error-codes/,
    /^\.\/desc\.mjs$/,
    'export const runtimeDescMap={},typeDescMap={},buildDescMap={},errorDescMap={}',
  ],
  // Snapshots are switched off (`disableSnapshot`): our manifest says what is loaded. Their handler costs 1.3 KiB.
  [
    /@module-federation[\\/]runtime-core/,
    /[\\/]snapshot[\\/]SnapshotHandler\.js$/,
    'export const getGlobalRemoteInfo=()=>({});export class SnapshotHandler{manifestCache=new Map;hooks={applyPlugin(){}}}',
  ],
  // What fetches files early by a snapshot: pages do it by the manifest.
  [
    /@module-federation[\\/]runtime-core/,
    /[\\/]utils[\\/]preload\.js$/,
    'export const preloadAssets=()=>{throw Error("preloadRemote is not part of this runtime")},formatPreloadArgs=preloadAssets,normalizePreloadExposes=preloadAssets,defaultPreloadArgs={}',
  ],
  // What modules that import a remote by name need: the page loads remotes by the manifest. And shared modules of which a
  // build has several cuts: these have one.
  [/@module-federation[\\/]webpack-bundler-runtime/, /^\.\/remotes\.js$/, 'export const remotes=()=>{}'],
  [
    /@module-federation[\\/]webpack-bundler-runtime/,
    /^\.\/init\.js$/,
    'export const init=({webpackRequire:{federation:{runtime,initOptions}}})=>runtime.init(initOptions)',
  ],
  [
    /@module-federation[\\/]webpack-bundler-runtime/,
    /^\.\/getSharedFallbackGetter\.js$/,
    'export const getSharedFallbackGetter=({factory})=>factory',
  ],
];

/** The federation runtime without what this page never uses. */
export const leanRuntime = (): webpack.NormalModuleReplacementPlugin =>
  new webpack.NormalModuleReplacementPlugin(/\.m?js$/, (file: { request: string; readonly context: string }) => {
    const code = REPLACED.find(([in_, request]) => in_.test(file.context) && request.test(file.request))?.[2];
    if (code) file.request = `data:text/javascript,${encodeURIComponent(code)}`;
  });

/** The federation runtime of an entry: its own part, for the rest is the page's. */
export const entryRuntime = (): webpack.NormalModuleReplacementPlugin =>
  new webpack.NormalModuleReplacementPlugin(
    /@module-federation[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/,
    ENTRY_RUNTIME,
  );

/** The router's default is its development build, in production too: with warnings for developers. */
export function productionRouter(): Readonly<Record<string, string>> {
  const ofRouter = createRequire(new URL('../../router/package.json', import.meta.url));
  const ofItsPackage = createRequire(ofRouter.resolve('react-router-dom'));
  return { 'react-router$': join(dirname(ofItsPackage.resolve('react-router')), '../production/index.mjs') };
}
