import type { ApiClient } from './client/client.ts';
import { createApiClient } from './client/client.ts';
import type { ApiConfig } from './client/config.ts';

let client: ApiClient | null = null;

/** Called by the host alone, once, before anything is mounted. */
export function configureApi(config: ApiConfig): void {
  client = createApiClient(config);
}

/** The client of the page. Throws before the host has configured it. */
export function configuredClient(): ApiClient {
  if (!client) throw new Error('configureApi has not been called');
  return client;
}
