import { envelopeOf, errorText } from '@tessera/api/errors';
import { type LanguageCode, uploadRules } from '@tessera/api/rules';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/unavailable.ts';
import { languageOf } from './calls.ts';
import { DomainError } from './domain-error.ts';
import { callOf } from './request-log.ts';

/** The envelope of a call that is rejected. */
export const errorEnvelope = ({ code, field, params, challenge }: DomainError, language: LanguageCode) => ({
  ...envelopeOf(code),
  message: errorText(code, language, { ...params, ...(field && { field }) }),
  error: code,
  ...(field && { field }),
  ...(challenge && { challenge }),
});

/** PostgreSQL's class 22: a value that no column takes. What arrives is checked before, so this is a last line. */
const isDataException = (error: FastifyError): boolean => /^22[0-9A-Z]{3}$/.test(error.code ?? '');

/** Seconds after which a client may try again while nothing can be stored. */
const RETRY_AFTER = 5;

const BYTES_PER_MB = 1024 * 1024;

/** A picture that is too large is a fault of the field; any other body like this is none that a client of ours sends. */
const rejectLarge = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.isMultipart()
    ? reject(
        request,
        reply,
        200,
        new DomainError('upload_too_large', { field: 'file', params: { max: uploadRules.maxBytes / BYTES_PER_MB } }),
      )
    : reject(request, reply, 413, new DomainError('text_too_long'));

function reject(request: FastifyRequest, reply: FastifyReply, status: number, error: DomainError): FastifyReply {
  request.outcome = error.code;
  request.caller ??= error.account;
  return reply.status(status).send(errorEnvelope(error, languageOf(request)));
}

/** Nothing can be stored, or no node holds the market: the same request may succeed later. */
function rejectForNow(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  request.log.error({ requestId: request.id, err: error, call: callOf(request) }, 'nothing can be stored');
  reply.header('retry-after', RETRY_AFTER);
  return reject(request, reply, 503, new DomainError('service_unavailable'));
}

/** Maps every error to a response of the contract. */
export function registerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof DomainError) {
      if (error.code === 'service_unavailable') return rejectForNow(request, reply, error);
      // A client whose clock is wrong learns the time from here, and makes a proof of now.
      if (error.code === 'session_proof_stale') reply.header('date', new Date(Number(error.params.now)).toUTCString());
      if (error.code !== 'rate_limited') return reject(request, reply, 200, error);
      // The same as from the limits of calls: a client waits as long as the header says.
      reply.header('retry-after', error.params.seconds);
      return reject(request, reply, 429, error);
    }
    const status = error.statusCode ?? 500;
    if (status === 429) {
      const seconds = Number(reply.getHeader('retry-after') ?? 60);
      return reject(request, reply, 429, new DomainError('rate_limited', { params: { seconds } }));
    }
    if (status === 413) return rejectLarge(request, reply);
    if ((status >= 400 && status < 500) || isDataException(error)) {
      request.log.info({ requestId: request.id, err: error }, 'malformed request');
      return reject(request, reply, 200, new DomainError('invalid_request'));
    }
    if (isUnavailable(error)) return rejectForNow(request, reply, error);
    // The one place where an unexpected error is logged, with its stack and causes.
    request.log.error({ requestId: request.id, err: error, call: callOf(request) }, 'a call failed');
    return reject(request, reply, 500, new DomainError('server_fault'));
  });
  app.setNotFoundHandler((request, reply) => reject(request, reply, 404, new DomainError('not_found')));
}
