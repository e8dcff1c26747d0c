import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ReleaseError } from '../release-error.ts';
import { checkKey, type ObjectStorage } from './object-storage.ts';
import type { S3Settings } from './s3-settings.ts';

/** ms to connect, and ms that an answer may take. */
const CONNECTS_WITHIN = 3_000;
const ANSWERS_WITHIN = 30_000;
/** Tries of one call, with growing pauses between them. */
const TRIES = 4;

/** Another write of the same key is under way: it is asked again until that has an end. */
const CONFLICTS = 5;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/**
 * Objects in a bucket. What must not exist yet is written under the condition `If-None-Match: *`, which the service
 * decides: two that write the same key at once are told apart by it. A service that takes no notice of conditions is
 * found out before the first such write. Rejects with ReleaseError `store_unreachable`, `store_refused` or
 * `store_unconditional`.
 */
export class S3Storage implements ObjectStorage {
  readonly #client: S3Client;
  readonly #settings: S3Settings;
  #proven: Promise<void> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#client = new S3Client({
      region: settings.region,
      ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      forcePathStyle: settings.pathStyle,
      maxAttempts: TRIES,
      // Checksums of AWS's own, which other services do not all know. Every file is held to its SHA-256 anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTS_WITHIN, requestTimeout: ANSWERS_WITHIN },
    });
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    checkKey(key);
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#place(key)));
      return await Body?.transformToByteArray();
    } catch (error) {
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
      throw this.#problem(error);
    }
  }

  async create(key: string, content: Uint8Array): Promise<boolean> {
    checkKey(key);
    this.#proven ??= this.#proveConditions();
    try {
      await this.#proven;
    } catch (error) {
      // Found out anew at the next write: whoever runs the service may have mended it.
      this.#proven = undefined;
      throw error;
    }
    return this.#create(key, content);
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    checkKey(key);
    await this.#send(() => this.#client.send(new PutObjectCommand({ ...this.#place(key), Body: content })));
  }

  async list(prefix: string): Promise<readonly string[]> {
    const { bucket, prefix: begins } = this.#settings;
    const keys: string[] = [];
    let next: string | undefined;
    do {
      const page = await this.#send(() =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: begins + prefix,
            ...(next ? { ContinuationToken: next } : {}),
          }),
        ),
      );
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key.slice(begins.length)] : [])));
      next = page.NextContinuationToken;
    } while (next);
    return keys.sort();
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    await this.#send(() => this.#client.send(new DeleteObjectCommand(this.#place(key))));
  }

  #place(key: string) {
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + key };
  }

  async #create(key: string, content: Uint8Array): Promise<boolean> {
    for (let conflict = 0; ; conflict += 1) {
      try {
        await this.#client.send(new PutObjectCommand({ ...this.#place(key), Body: content, IfNoneMatch: '*' }));
        return true;
      } catch (error) {
        if (statusOf(error) === 409 && conflict < CONFLICTS) continue;
        if (statusOf(error) !== 412) throw this.#problem(error);
        const { attempts = 1 } = (error as S3ServiceException).$metadata;
        // The answer to an earlier try may have been lost: then it is our own write that stands there.
        return attempts > 1 && Buffer.from(content).equals((await this.get(key)) ?? Buffer.alloc(0));
      }
    }
  }

  /** Writes a key twice: the second time has to be refused. */
  async #proveConditions(): Promise<void> {
    const key = `probes/${randomUUID()}`;
    const probe = Buffer.from('Written twice to see that the second time is refused.');
    try {
      const first = await this.#create(key, probe);
      if (first && !(await this.#create(key, Buffer.from('the second time')))) return;
    } finally {
      await this.remove(key);
    }
    throw new ReleaseError(
      'store_unconditional',
      `${this.#name()} takes no notice of If-None-Match, so two publishers could overwrite each other. Use a service that does.`,
    );
  }

  async #send<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw this.#problem(error);
    }
  }

  #name(): string {
    const { bucket, endpoint, region } = this.#settings;
    return `The bucket ${bucket} at ${endpoint ?? `AWS ${region}`}`;
  }

  #problem(error: unknown): Error {
    if (error instanceof ReleaseError) return error;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const status = statusOf(error);
    const reason = message && message !== name ? `${name}: ${message}` : name;
    return status !== undefined && status >= 400 && status < 500 && status !== 429
      ? new ReleaseError('store_refused', `${this.#name()} refuses: ${reason}`)
      : new ReleaseError('store_unreachable', `${this.#name()} cannot be reached: ${reason}`);
  }
}
