/*
 * For the host alone: no remote shares this module, and none may be built with it. Importing it takes what the package hands
 * out once.
 */

import { bus, parts } from '@tessera/bus/host';
import type { RealtimeOfHost } from '@tessera/realtime';
import '@tessera/realtime';
import { connectWhenLoaded } from './connect-when-loaded.ts';
import type { ConnectOptions } from './connection.ts';

const { receive, subscriptions } = parts as unknown as RealtimeOfHost;

/** Opens the page's connection; called once. The first screen does not wait for its code. */
export const connectRealtime = (options: ConnectOptions): void =>
  connectWhenLoaded(() => import('./connection.ts'), options, { bus, subscriptions, receive });
