import { Readable, Transform } from 'node:stream';
import { arrivalLimits, bodyLimits } from '@tessera/api/kit/capacity';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body that is not passed on; the message is for developers. */
export class BodyRejected extends Error {
  override name = 'BodyRejected';
  readonly statusCode: 408 | 413;
  readonly code: 'text_too_long' | 'upload_too_large' | 'request_timeout';

  constructor(statusCode: 408 | 413, code: BodyRejected['code'], message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

const tooLong = () => new BodyRejected(413, 'text_too_long', `a form has at most ${bodyLimits.form} bytes`);
const tooLarge = (limit: number) =>
  new BodyRejected(413, 'upload_too_large', `an upload has at most ${limit} bytes, fields included`);

const declaredLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

/**
 * Reads a form as a whole: a slow sender holds a connection of the gateway and none of the backend. What follows a
 * rejection is discarded as it arrives, so that clients that send first and read later see why.
 */
const readForm = (request: FastifyRequest, payload: Readable, within: number): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const settle = () => {
      clearTimeout(timer);
      payload.off('data', take).off('end', finish).off('close', lose);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const take = (part: Buffer) => {
      bytes += part.length;
      if (bytes > bodyLimits.form) fail(tooLong());
      else parts.push(part);
    };
    const finish = () => {
      settle();
      resolve(Readable.from([Buffer.concat(parts)], { objectMode: false }));
    };
    const lose = () => fail(new BodyRejected(408, 'request_timeout', 'the form did not arrive as a whole'));
    const timer = setTimeout(
      () => fail(new BodyRejected(408, 'request_timeout', `a form arrives within ${within / 1_000} seconds`)),
      within,
    );
    if (declaredLength(request) > bodyLimits.form) fail(tooLong());
    else payload.on('data', take).once('end', finish).once('close', lose);
  });

/** Passes an upload on as it arrives. */
function limitUpload(request: FastifyRequest, payload: Readable, limit: number): Readable {
  if (declaredLength(request) > limit) throw tooLarge(limit);
  let bytes = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      if (bytes > limit) done(tooLarge(limit));
      else done(null, part);
    },
  });
  payload.once('error', (error) => counted.destroy(error));
  // What follows a rejection is discarded here, too.
  counted.once('close', () => payload.resume());
  return payload.pipe(counted);
}

export type BodyRules = {
  /** Bytes of an upload, which is passed on as it arrives; null for any other body, which is read whole. */
  readonly uploadLimit: (request: FastifyRequest) => number | null;
  /** ms within which a body that is read whole arrives. */
  readonly arrivesWithin: number;
};

const CALLS: BodyRules = {
  uploadLimit: ({ headers }) => (/^multipart\//i.test(headers['content-type'] ?? '') ? bodyLimits.multipart : null),
  arrivesWithin: arrivalLimits.form,
};

/**
 * Limits the bodies of the routes of this scope, whatever their content type. A body over the limit is rejected here: the
 * service behind would reject it while it is still being sent, which looks like a service that is down.
 */
export function limitBodies(scope: FastifyInstance, rules: Partial<BodyRules> = {}): void {
  const { uploadLimit, arrivesWithin } = { ...CALLS, ...rules };
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const limit = uploadLimit(request);
    return limit === null ? readForm(request, payload, arrivesWithin) : limitUpload(request, payload, limit);
  });
}
