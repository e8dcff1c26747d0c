import { isKey } from './object-storage.ts';
import { StorageError } from './storage-error.ts';

/** Location and credentials of a bucket. */
export type S3Settings = {
  readonly bucket: string;
  /** URL of the service; undefined for AWS, where the region determines it. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Prefix of every key; ends with `/` unless it is empty. */
  readonly prefix: string;
  /** Whether the bucket is in the path instead of the host name. */
  readonly pathStyle: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

const reject = (message: string): never => {
  throw new StorageError('setting_invalid', message);
};

/**
 * Undefined if no bucket is named. `begins` is what the names of the variables begin with. Throws if settings are
 * incomplete, naming the missing ones.
 */
export function s3Settings(env: Environment, begins = 'S3_'): S3Settings | undefined {
  const variable = (name: string): string => begins + name;
  const bucket = env[variable('BUCKET')];
  if (!bucket) {
    const stray = Object.keys(env).filter((name) => name.startsWith(begins) && env[name]);
    return stray.length > 0 ? reject(`${stray.join(', ')} without ${variable('BUCKET')}: name the bucket.`) : undefined;
  }
  const needed = Object.fromEntries(
    ['REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [variable(name), env[variable(name)]]),
  );
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) reject(`${variable('BUCKET')} needs ${missing.join(', ')} as well.`);
  const endpoint = env[variable('ENDPOINT')] || undefined;
  if (endpoint && !/^https?:\/\/[^/\s]+\/?$/.test(endpoint)) {
    reject(`${variable('ENDPOINT')} must be a URL without a path, such as https://s3.example, not ${endpoint}.`);
  }
  const style = env[variable('PATH_STYLE')] || (endpoint ? 'yes' : 'no');
  if (style !== 'yes' && style !== 'no') reject(`${variable('PATH_STYLE')} must be yes or no, not ${style}.`);
  const prefix = (env[variable('PREFIX')] ?? '').replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !isKey(prefix)) {
    reject(`${variable('PREFIX')} must consist of letters, digits and ._@-, separated by slashes, not ${prefix}.`);
  }
  return {
    bucket,
    endpoint,
    region: needed[variable('REGION')] as string,
    accessKeyId: needed[variable('ACCESS_KEY_ID')] as string,
    secretAccessKey: needed[variable('SECRET_ACCESS_KEY')] as string,
    prefix: prefix === '' ? '' : `${prefix}/`,
    pathStyle: style === 'yes',
  };
}
