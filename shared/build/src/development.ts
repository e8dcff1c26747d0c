import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { kindOf } from './compile.ts';
import { packageConfig, packageName } from './config.ts';

/** Names of this machine, by which a page may have been opened. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'] as const;

/** Serves the descriptor as it is on disk now: a page that runs the remote from here reads its routes from it. */
const descriptor =
  (dir: string) =>
  async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    try {
      const text = await readFile(join(dir, 'remote.json'));
      response.setHeader('Content-Type', 'application/json');
      response.end(text);
    } catch (error) {
      // An editor that saves by renaming leaves a moment without the file.
      response.statusCode = 404;
      response.setHeader('Content-Type', 'text/plain');
      response.end(`remote.json cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  };

const closed = (compiler: webpack.Compiler): Promise<void> =>
  new Promise((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));

/**
 * Serves one package on 127.0.0.1 with Fast Refresh; where a change cannot be applied, the page reloads.
 * `pageHosts` are host names, besides those of this machine, of pages that may listen for the reload.
 * Returns the function that stops it.
 */
export async function developmentServer(
  dir: string,
  port: number,
  pageHosts: readonly string[] = [],
): Promise<() => Promise<void>> {
  const kind = kindOf(dir);
  const name = packageName(dir);
  const config = packageConfig({ kind, dir, name, version: 'dev', outDir: `${dir}/dist`, mode: 'development' });
  // A released page runs a remote from here too, and its policy lets nothing be evaluated from text.
  const compiler = webpack(kind === 'remote' ? { ...config, devtool: 'cheap-module-source-map' } : config);
  if (!compiler) throw new Error(`webpack gave no compiler for ${name}`);
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: true,
      liveReload: false,
      headers: { 'Access-Control-Allow-Origin': '*' },
      // The full URL, because the page that connects comes from another origin, perhaps by https.
      client: { overlay: false, webSocketURL: { protocol: 'ws', hostname: '127.0.0.1', port, pathname: '/ws' } },
      setupMiddlewares: (middlewares) =>
        kind === 'remote'
          ? [{ name: 'descriptor', path: '/remote.json', middleware: descriptor(dir) }, ...middlewares]
          : middlewares,
      allowedHosts: [...LOOPBACK, ...pageHosts],
      devMiddleware: { publicPath: kind === 'host' ? '/h5/' : '/', writeToDisk: false },
      static: false,
      // The process that started it stops it.
      setupExitSignals: false,
    },
    compiler,
  );
  await server.start();
  return async () => {
    await server.stop();
    await closed(compiler);
  };
}
