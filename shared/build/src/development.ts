import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { kindOf } from './compile.ts';
import { packageConfig, packageName } from './config.ts';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers the descriptor as it is on disk now: a page that runs the remote from here learns its routes from it. */
const descriptor =
  (dir: string): RequestHandler =>
  (_request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'application/json');
    response.end(readFileSync(join(dir, 'remote.json')));
  };

/**
 * Serves one package on 127.0.0.1 with reload on change: Fast Refresh in the host, live reload for a remote.
 * The answer stops it.
 */
export async function developmentServer(dir: string, port: number): Promise<() => Promise<void>> {
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
      hot: kind === 'host',
      liveReload: kind !== 'host',
      headers: { 'Access-Control-Allow-Origin': '*' },
      client: { overlay: false, webSocketURL: { hostname: '127.0.0.1', port } },
      setupMiddlewares: (middlewares) =>
        kind === 'remote'
          ? [{ name: 'descriptor', path: '/remote.json', middleware: descriptor(dir) }, ...middlewares]
          : middlewares,
      allowedHosts: ['localhost', '127.0.0.1'],
      devMiddleware: { publicPath: kind === 'host' ? '/h5/' : '/', writeToDisk: false },
    },
    compiler,
  );
  await server.start();
  return () => server.stop();
}
