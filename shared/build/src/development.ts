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

/** How `tessera dev` has the page opened: its address, and the grant in it, both of the last renewal. */
export type Opening = { readonly page: string; readonly grant: string };

const send = (response: ServerResponse, status: number, headers: Record<string, string>, text: string): void => {
  response.writeHead(status, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain', ...headers });
  response.end(text);
};

/** `/open` leads to the page with a grant that is valid now; `/override` gives that grant to a page that is open. */
function openings(opening: () => Opening | undefined, pageHosts: readonly string[]) {
  const answer = (
    path: string,
    respond: (found: Opening, request: IncomingMessage, response: ServerResponse) => void,
  ) => ({
    name: path,
    path,
    middleware(request: IncomingMessage, response: ServerResponse): void {
      const found = opening();
      if (found) respond(found, request, response);
      else send(response, 503, {}, 'There is no grant yet: see the output of `tessera dev`.');
    },
  });
  return [
    answer('/open', ({ page }, _request, response) => send(response, 302, { Location: page }, '')),
    answer('/override', ({ grant }, { headers: { origin = '' } }, response) => {
      const known = URL.canParse(origin) && pageHosts.includes(new URL(origin).hostname);
      send(response, 200, known ? { 'Access-Control-Allow-Origin': origin } : {}, grant);
    }),
  ];
}

const closed = (compiler: webpack.Compiler): Promise<void> =>
  new Promise((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));

/**
 * Serves one package on 127.0.0.1 with Fast Refresh; where a change cannot be applied, the page reloads.
 * `pageHosts` are host names, besides those of this machine, of pages that may listen for the reload; `opening` is
 * asked for each time.
 * Returns the function that stops it.
 */
export async function developmentServer(
  dir: string,
  port: number,
  pageHosts: readonly string[] = [],
  opening: () => Opening | undefined = () => undefined,
): Promise<() => Promise<void>> {
  const hosts = [...LOOPBACK, ...pageHosts];
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
      client: {
        // What does not compile shows on the page; what fails there has the screens for it.
        overlay: { errors: true, warnings: false, runtimeErrors: false },
        // The full URL, because the page that connects comes from another origin, perhaps by https.
        webSocketURL: { protocol: 'ws', hostname: '127.0.0.1', port, pathname: '/ws' },
      },
      // Behind the first middleware, which rejects other host names: they would be another site's (DNS rebinding).
      setupMiddlewares: ([hostCheck, ...others]) => [
        ...(hostCheck ? [hostCheck] : []),
        ...(kind === 'remote'
          ? [{ name: 'descriptor', path: '/remote.json', middleware: descriptor(dir) }, ...openings(opening, hosts)]
          : []),
        ...others,
      ],
      allowedHosts: hosts,
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
