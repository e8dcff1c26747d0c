import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { checkKey, folderOf, isKey, type ObjectStorage } from './object-storage.ts';
import { problemOf, statusOf, unconditional } from './s3-problem.ts';
import type { S3Settings } from './s3-settings.ts';
import { REAL_TIMING, type S3Timing, tried } from './s3-tries.ts';

/** ms to connect. */
const CONNECTS_WITHIN = 3_000;
/** Metadata of an object: identifies the write that created it. */
const WRITE = 'tessera-write';

/** Reads a response body of the declared length; rejects if it is shorter. */
async function bytesOf(
  { Body, ContentLength }: { readonly Body?: unknown; readonly ContentLength?: number | undefined },
  deadline: AbortSignal,
): Promise<Uint8Array> {
  const body = Body as Readable;
  const end = () => body.destroy(new Error('out of time'));
  deadline.addEventListener('abort', end);
  try {
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part);
    const content = Buffer.concat(parts);
    if (ContentLength === undefined || content.byteLength === ContentLength) return content;
    throw new Error(`${content.byteLength} of ${ContentLength} bytes received`);
  } finally {
    deadline.removeEventListener('abort', end);
  }
}

/**
 * Objects in a bucket. Objects that must not exist yet are written with `If-None-Match: *`, which makes the service
 * decide between concurrent writers. A service that ignores conditions is detected before the first such write. Rejects
 * with StorageError `store_unreachable`, `store_refused` or `store_unconditional`.
 */
export class S3Storage implements ObjectStorage {
  readonly #client: S3Client;
  readonly #settings: S3Settings;
  readonly #timing: S3Timing;
  readonly #place: string;
  #proven: Promise<void> | undefined;

  constructor(settings: S3Settings, timing: S3Timing = REAL_TIMING) {
    this.#settings = settings;
    this.#timing = timing;
    this.#place = `The bucket ${settings.bucket} at ${settings.endpoint ?? `AWS ${settings.region}`}`;
    this.#client = new S3Client({
      region: settings.region,
      ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      forcePathStyle: settings.pathStyle,
      maxAttempts: 1,
      // Not every service supports AWS checksums. Every file is verified by its SHA-256 anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTS_WITHIN },
    });
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    checkKey(key);
    return this.#unlessMissing(async (abortSignal) =>
      bytesOf(await this.#client.send(new GetObjectCommand(this.#at(key)), { abortSignal }), abortSignal),
    );
  }

  async getPart(key: string, first: number, bytes: number): Promise<Uint8Array | undefined> {
    checkKey(key);
    const command = { ...this.#at(key), Range: `bytes=${first}-${first + bytes - 1}` };
    return this.#unlessMissing(async (abortSignal) => {
      try {
        return await bytesOf(await this.#client.send(new GetObjectCommand(command), { abortSignal }), abortSignal);
      } catch (error) {
        // The object ends before.
        if (statusOf(error) === 416) return new Uint8Array();
        throw error;
      }
    });
  }

  async create(key: string, content: Uint8Array): Promise<boolean> {
    checkKey(key);
    await this.prove();
    return this.#create(key, content);
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    checkKey(key);
    const command = { ...this.#at(key), Body: content };
    await this.#call((abortSignal) => this.#client.send(new PutObjectCommand(command), { abortSignal }));
  }

  async list(prefix: string): Promise<readonly string[]> {
    folderOf(prefix);
    const { bucket, prefix: begins } = this.#settings;
    const keys: string[] = [];
    let next: string | undefined;
    do {
      const command = { Bucket: bucket, Prefix: begins + prefix, ...(next ? { ContinuationToken: next } : {}) };
      const page = await this.#call((abortSignal) =>
        this.#client.send(new ListObjectsV2Command(command), { abortSignal }),
      );
      keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(begins.length)).filter(isKey));
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next);
    return keys.sort();
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    await this.#call((abortSignal) => this.#client.send(new DeleteObjectCommand(this.#at(key)), { abortSignal }));
  }

  async prove(): Promise<void> {
    this.#proven ??= this.#proveConditions();
    try {
      await this.#proven;
    } catch (error) {
      // Probed again at the next write: the service may have been fixed.
      this.#proven = undefined;
      throw error;
    }
  }

  #at(key: string) {
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + key };
  }

  async #create(key: string, content: Uint8Array): Promise<boolean> {
    const write = randomUUID();
    const command = { ...this.#at(key), Body: content, IfNoneMatch: '*', Metadata: { [WRITE]: write } };
    try {
      await tried(this.#timing, (abortSignal) => this.#client.send(new PutObjectCommand(command), { abortSignal }));
      return true;
    } catch (error) {
      if (statusOf(error) !== 412) throw problemOf(error, this.#place);
    }
    // The response to an earlier try may have been lost, here or at a proxy: the existing object may then be our own.
    return (await this.#writeOf(key)) === write;
  }

  /** The write that created an object; undefined if it is gone or was not made by `create`. */
  async #writeOf(key: string): Promise<string | undefined> {
    const head = await this.#unlessMissing((abortSignal) =>
      this.#client.send(new HeadObjectCommand(this.#at(key)), { abortSignal }),
    );
    return head?.Metadata?.[WRITE];
  }

  /** Writes a key twice: the second write must be rejected. */
  async #proveConditions(): Promise<void> {
    const key = `probes/${randomUUID()}`;
    const first = await this.#create(key, Buffer.from('Written twice to check that the second write is rejected.'));
    const second = await this.#create(key, Buffer.from('the second time'));
    await this.remove(key);
    if (!first || second) throw unconditional(this.#place);
  }

  async #call<T>(call: (deadline: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await tried(this.#timing, call);
    } catch (error) {
      throw problemOf(error, this.#place);
    }
  }

  async #unlessMissing<T>(call: (deadline: AbortSignal) => Promise<T>): Promise<T | undefined> {
    return this.#call(async (deadline) => {
      try {
        return await call(deadline);
      } catch (error) {
        if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
        throw error;
      }
    });
  }
}
