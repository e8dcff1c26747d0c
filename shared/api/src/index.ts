import type { Contract, Input, Output } from './contract.ts';
import type { ApiClient } from './kit/client/client.ts';
import { configuredClient } from './kit/sending.ts';

export { callsOf, type QueryOptions } from './kit/calls-of.ts';
export { ApiError, type ApiErrorCode } from './kit/client/api-error.ts';
export { type ApiClient, type CallOptions, createApiClient, TIMEOUT_MS } from './kit/client/client.ts';
export type { ApiConfig } from './kit/client/config.ts';
export { newIdempotencyKey } from './kit/client/idempotency-key.ts';
export type { Command, Outcomes } from './kit/command.ts';
export type { ErrorCode } from './kit/errors/codes.ts';
export { intentions } from './kit/intentions.ts';
export type { CallId, Topic } from './kit/route.ts';
export { configureApi } from './kit/sending.ts';
export { ACCOUNT_OWNER, invalidateTopics } from './kit/topics.ts';

export type Answer<K extends keyof Contract> = Output<K>;
export type Payload<K extends keyof Contract> = Input<K>;

/** A call by its name, until every screen uses its domain's hooks. */
export const api = <K extends Exclude<keyof Contract, 'POST /upload'>>(
  callId: K,
  input: Input<K>,
  options?: Parameters<ApiClient['send']>[2],
): Promise<Output<K>> => configuredClient().send<Output<K>>(callId, input, options);

export const upload: ApiClient['upload'] = (...call) => configuredClient().upload(...call);
