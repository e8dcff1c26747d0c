import { type ApiClient, createApiClient } from './client/client.ts';
import type { ApiConfig } from './client/config.ts';

export { ApiError, type ApiErrorCode } from './client/api-error.ts';
export { type ApiClient, type CallOptions, createApiClient, TIMEOUT_MS } from './client/client.ts';
export type { ApiConfig } from './client/config.ts';
export { newIdempotencyKey } from './client/idempotency-key.ts';
export type {
  AccountRecord,
  Answer,
  CallKey,
  DepositClaim,
  IdempotentKey,
  Instrument,
  Payload,
  Quote,
  SiteConfig,
  SpotOrder,
  UserInfo,
  WalletList,
} from './contract/index.ts';
export type { ErrorCode } from './errors/codes.ts';

let client: ApiClient | null = null;

const configured = (): ApiClient => {
  if (!client) throw new Error('configureApi has not been called: the host does so before it mounts anything');
  return client;
};

/** Called by the host alone, once, before anything is mounted. */
export function configureApi(config: ApiConfig): void {
  client = createApiClient(config);
}

/** A call of the contract: `await api('POST /news/list', { c_id: 4 })`. See `ApiClient`. */
export const api: ApiClient['api'] = (...call) => configured().api(...call);

export const upload: ApiClient['upload'] = (...call) => configured().upload(...call);
