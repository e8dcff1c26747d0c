/*
 * For the host alone: no remote shares this module, and none may be built with it. Importing it takes what the package hands
 * out once.
 */
import { type HostBus, takeHost } from '@tessera/bus';

/** What all packages hand out, the bus among it. */
export const parts = takeHost() as { readonly bus: HostBus };

export const { bus } = parts;
