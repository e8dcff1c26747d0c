import { envelopeOf, errorText } from '@tessera/api/errors';
import { type LanguageCode, uploadRules } from '@tessera/api/rules';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { languageOf } from './calls.ts';
import { DomainError } from './domain-error.ts';

/** The envelope of a refused call. */
export const errorEnvelope = ({ code, field, params }: DomainError, language: LanguageCode) => ({
  ...envelopeOf(code),
  message: errorText(code, language, { ...params, ...(field && { field }) }),
  error: code,
  ...(field && { field }),
});

/** PostgreSQL's class 22: a value that no column takes. What arrives is checked before, so this is a last line. */
const isDataException = (error: FastifyError): boolean => /^22[0-9A-Z]{3}$/.test(error.code ?? '');

const BYTES_PER_MB = 1024 * 1024;

const tooLarge = (request: FastifyRequest): DomainError =>
  request.isMultipart()
    ? new DomainError('upload_too_large', { field: 'file', params: { max: uploadRules.maxBytes / BYTES_PER_MB } })
    : new DomainError('text_too_long');

/** Turns whatever goes wrong into the answers that the contract knows. */
export function registerFailures(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const language = languageOf(request);
    if (error instanceof DomainError) return reply.status(200).send(errorEnvelope(error, language));
    const status = error.statusCode ?? 500;
    if (status === 429) {
      const seconds = Number(reply.getHeader('retry-after') ?? 60);
      return reply.status(429).send(errorEnvelope(new DomainError('rate_limited', { params: { seconds } }), language));
    }
    if (status === 413) return reply.status(200).send(errorEnvelope(tooLarge(request), language));
    if ((status >= 400 && status < 500) || isDataException(error)) {
      request.log.info({ err: error }, 'malformed request');
      return reply.status(200).send(errorEnvelope(new DomainError('invalid_request'), language));
    }
    request.log.error({ err: error }, 'a call failed');
    return reply.status(500).send(errorEnvelope(new DomainError('server_fault'), language));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(errorEnvelope(new DomainError('not_found'), languageOf(request))),
  );
}
