import type { ApiClient } from './client/client.ts';
import { createApiClient } from './client/client.ts';
import type { ApiConfig } from './client/config.ts';

let client: ApiClient | null = null;
let onSessionOpened: ApiConfig['onSessionOpened'];

/** Called by the host alone, once, before anything is mounted. */
export function configureApi(config: ApiConfig): void {
  client = createApiClient(config);
  ({ onSessionOpened } = config);
}

/** Gives the host the session that a command has opened. */
export const sessionOpened: NonNullable<ApiConfig['onSessionOpened']> = (...opened) => onSessionOpened?.(...opened);

/** The client of the page. Throws before the host has configured it. */
export function configuredClient(): ApiClient {
  if (!client) throw new Error('not configured');
  return client;
}
