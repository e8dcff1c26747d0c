/*
 * For the host alone: no remote shares this module, and none may be built with it. Importing it takes what the package hands
 * out once.
 */
import type { ApiOfHost } from '@tessera/api';
import '@tessera/api';
import { parts } from '@tessera/bus/host';

export const { configureApi, intentions, learnTime } = parts as unknown as ApiOfHost;
