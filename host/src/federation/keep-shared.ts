import { getInstance } from '@module-federation/enhanced/runtime';

/**
 * The runtime counts a shared module that the host provides on demand as the first remote's that asked for it, and takes
 * it out of the page when that remote is registered again and no other uses it: from then on it could not be loaded.
 * The host is listed among its users, so that it stays.
 */
export function keepSharedModules(instance = getInstance()): void {
  if (!instance) return;
  for (const scope of Object.values(instance.shareScopeMap)) {
    for (const versions of Object.values(scope)) {
      for (const shared of Object.values(versions)) {
        if (!shared.useIn.includes(instance.options.name)) shared.useIn.push(instance.options.name);
      }
    }
  }
}
