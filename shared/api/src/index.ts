import { forHost } from '@tessera/bus';
import type { ApiClient } from './kit/client/client.ts';
import { intentions } from './kit/intentions.ts';
import { configureApi, configuredClient } from './kit/sending.ts';
import { learnTime } from './kit/session-key/prove.ts';

export { callsOf, type QueryOptions } from './kit/calls-of.ts';
export { ApiError, type ApiErrorCode } from './kit/client/api-error.ts';
export { type ApiClient, createApiClient } from './kit/client/client.ts';
export { type ApiConfig, type CallOptions, TIMEOUT_MS } from './kit/client/config.ts';
export type { Command, Outcomes } from './kit/command.ts';
export type { ErrorCode } from './kit/errors/codes.ts';
export type { CallId, Topic } from './kit/route.ts';
export { endsWithPage, proofFor, serverTime } from './kit/session-key/prove.ts';
export { ACCOUNT_OWNER, invalidateTopics } from './kit/topics.ts';

/** Uploads a picture; `useUpload` of the domain `uploads` is its hook. */
export const upload: ApiClient['upload'] = (...call) => configuredClient().upload(...call);

/** Fetches a private picture: an `img` sends no session. */
export const downloadPicture: ApiClient['download'] = (...asked) => configuredClient().download(...asked);

const ofHost = { configureApi, intentions, learnTime };
export type ApiOfHost = typeof ofHost;
forHost(ofHost);
