import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { environmentOf, readCompose, serviceOf } from '../compose.ts';
import { readText } from '../repository.ts';
import { freePort, type Running, responds, start, untilWell } from './processes.ts';

/** As envsubst of the nginx image does it: names that pass the filter, with or without braces; the rest stays. */
export function fillIn(template: string, env: Readonly<Record<string, string>>): string {
  const filter = new RegExp(env.NGINX_ENVSUBST_FILTER ?? '');
  return template.replaceAll(/\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g, (all, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    return name in env && filter.test(name) ? (env[name] ?? '') : all;
  });
}

export type Edge = Running & {
  /** Ports on 127.0.0.1. */
  readonly http: number;
  readonly https: number;
  /** Of the certificate, PEM. */
  readonly authority: string;
};

/** Path of nginx, if nginx and openssl are installed. */
export const { NGINX_PATH } = process.env;

/** A self-signed certificate for localhost, valid for one day. */
function certificate(folder: string): { readonly certificate: string; readonly key: string } {
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const output = ['-keyout', paths.key, '-out', paths.certificate];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...key, ...output, '-days', '1', ...names], { stdio: 'ignore' });
  return paths;
}

/**
 * Starts nginx with the configuration and the environment of production; only addresses and folders differ, and what
 * `change` makes of the configuration.
 */
export async function startEdge(
  gateway: string,
  change: (configuration: string) => string = (configuration) => configuration,
): Promise<Edge> {
  if (!NGINX_PATH) throw new Error('NGINX_PATH names no nginx');
  const folder = await temporaryFolder();
  const tls = certificate(folder);
  const [http, https] = [await freePort(), await freePort()];
  const env = {
    ...environmentOf(serviceOf(readCompose(), 'nginx'), { SERVER_NAME: 'localhost' }),
    // Nothing responds there: a name stays unknown.
    NGINX_LOCAL_RESOLVERS: '127.0.0.1:9',
    EDGE_GATEWAY: gateway,
    // Slower than any machine that runs the tests.
    EDGE_CALLS_RATE: '50r/s',
    EDGE_HTTP_LISTEN: `127.0.0.1:${http}`,
    EDGE_HTTPS_LISTEN: `127.0.0.1:${https}`,
    EDGE_TLS_CERTIFICATE: tls.certificate,
    EDGE_TLS_KEY: tls.key,
    EDGE_RUN_DIR: join(folder, 'run'),
    EDGE_CACHE_DIR: join(folder, 'cache'),
  };
  for (const each of [env.EDGE_RUN_DIR, env.EDGE_CACHE_DIR]) mkdirSync(each);
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, change(fillIn(readText('deploy/production/nginx/nginx.conf.template'), env)));
  // As root, workers would run as a user without access to the folder; the container does not run as root.
  const user = process.getuid?.() === 0 ? ' user root;' : '';
  const running = await start([NGINX_PATH, '-p', folder, '-c', path, '-g', `daemon off;${user}`], {});
  await untilWell(running, () => responds(`http://127.0.0.1:${http}/edge/health`));
  return { ...running, http, https, authority: readFileSync(tls.certificate, 'utf8') };
}
