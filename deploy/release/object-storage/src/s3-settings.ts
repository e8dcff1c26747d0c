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

/** Undefined if no bucket is named. Throws if settings are incomplete, naming the missing ones. */
export function s3Settings(env: Environment): S3Settings | undefined {
  const bucket = env.S3_BUCKET;
  if (!bucket) {
    const stray = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name]);
    return stray.length > 0 ? reject(`${stray.join(', ')} without S3_BUCKET: name the bucket.`) : undefined;
  }
  const needed = {
    S3_REGION: env.S3_REGION,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) reject(`S3_BUCKET needs ${missing.join(', ')} as well.`);
  const endpoint = env.S3_ENDPOINT || undefined;
  if (endpoint && !/^https?:\/\/[^/\s]+\/?$/.test(endpoint)) {
    reject(`S3_ENDPOINT must be a URL without a path, such as https://s3.example, not ${endpoint}.`);
  }
  const style = env.S3_PATH_STYLE || (endpoint ? 'yes' : 'no');
  if (style !== 'yes' && style !== 'no') reject(`S3_PATH_STYLE must be yes or no, not ${style}.`);
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !isKey(prefix)) {
    reject(`S3_PREFIX must consist of letters, digits and ._@-, separated by slashes, not ${prefix}.`);
  }
  return {
    bucket,
    endpoint,
    region: needed.S3_REGION as string,
    accessKeyId: needed.S3_ACCESS_KEY_ID as string,
    secretAccessKey: needed.S3_SECRET_ACCESS_KEY as string,
    prefix: prefix === '' ? '' : `${prefix}/`,
    pathStyle: style === 'yes',
  };
}
