import { ReleaseError } from '../release-error.ts';
import { isKey } from './object-storage.ts';

/** Where a bucket is and who asks. */
export type S3Settings = {
  readonly bucket: string;
  /** URL of the service; undefined for AWS itself, whose address follows from the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Begins every key, and ends with `/` unless it is empty. */
  readonly prefix: string;
  /** The bucket in the path instead of the host name. */
  readonly pathStyle: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (message: string): never => {
  throw new ReleaseError('setting_invalid', message);
};

/** Undefined where no bucket is named. Refuses settings that are there by half, and says which are missing. */
export function s3Settings(env: Environment): S3Settings | undefined {
  const bucket = env.S3_BUCKET;
  if (!bucket) {
    const stray = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name]);
    return stray.length > 0 ? refuse(`${stray.join(', ')} without S3_BUCKET: name the bucket.`) : undefined;
  }
  const needed = {
    S3_REGION: env.S3_REGION,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) refuse(`S3_BUCKET needs ${missing.join(', ')} as well.`);
  const endpoint = env.S3_ENDPOINT || undefined;
  if (endpoint && !/^https?:\/\/[^/\s]+\/?$/.test(endpoint)) {
    refuse(`S3_ENDPOINT must be a URL without a path, such as https://s3.example; it is ${endpoint}.`);
  }
  const style = env.S3_PATH_STYLE || (endpoint ? 'yes' : 'no');
  if (style !== 'yes' && style !== 'no') refuse(`S3_PATH_STYLE must be yes or no; it is ${style}.`);
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !isKey(prefix)) {
    refuse(`S3_PREFIX must be of letters, digits and ._@-, in parts between slashes; it is ${prefix}.`);
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
