import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { kindOf } from './compile.ts';
import { packageConfig, packageName } from './config.ts';

/**
 * Serves one package on 127.0.0.1 with reload on change: Fast Refresh in the host, live reload for a remote.
 * The answer stops it.
 */
export async function developmentServer(dir: string, port: number): Promise<() => Promise<void>> {
  const kind = kindOf(dir);
  const name = packageName(dir);
  const config = packageConfig({ kind, dir, name, version: 'dev', outDir: `${dir}/dist`, mode: 'development' });
  const compiler = webpack(config);
  if (!compiler) throw new Error(`webpack gave no compiler for ${name}`);
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: kind === 'host',
      liveReload: kind !== 'host',
      headers: { 'Access-Control-Allow-Origin': '*' },
      client: { overlay: false, webSocketURL: { hostname: '127.0.0.1', port } },
      allowedHosts: ['localhost', '127.0.0.1'],
      devMiddleware: { publicPath: kind === 'host' ? '/h5/' : '/', writeToDisk: false },
    },
    compiler,
  );
  await server.start();
  return () => server.stop();
}
