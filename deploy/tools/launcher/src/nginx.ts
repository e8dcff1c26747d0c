import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './debian.ts';

const INSTALLED = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];

const find = (): string | undefined =>
  [process.env.NGINX_PATH ?? '', ...INSTALLED].find((path) => path !== '' && existsSync(path));

const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0;

export const NO_NGINX =
  'No nginx with openssl could be found or installed: install both, or set NGINX_PATH to the program of nginx.';

/** Path of an nginx: one that is there, else as root Debian's package. Tests make their certificates with openssl. */
export async function ensureNginx(): Promise<string | undefined> {
  const missing = [...(find() ? [] : ['nginx']), ...(hasOpenssl() ? [] : ['openssl'])];
  await installPackages(missing);
  return hasOpenssl() ? find() : undefined;
}
