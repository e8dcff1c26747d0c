import { createGateway, type GatewayOptions } from '../gateway.ts';

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:1';

/** A gateway with no backend, no release and no files, but for what is given. */
export const gatewayWith = (parts: Partial<GatewayOptions> = {}) =>
  createGateway({
    backend: NOWHERE,
    release: () => undefined,
    keys: async () => [],
    shell: async () => undefined,
    files: async () => undefined,
    ...parts,
  });
