import { getInstance } from '@module-federation/enhanced/runtime';

/**
 * Makes the modules that the host provides on demand outlive failures; once, before a remote is loaded.
 *
 * - The runtime counts such a module as the first remote's that asked for it, and takes it out of the page when that
 *   remote is registered again and no other uses it: from then on it could not be loaded. The host is listed among its
 *   users, so that it stays.
 * - It keeps the promise of a load that failed and gives it to everyone who asks later. It is forgotten, so that the
 *   next one fetches the module again.
 */
export function keepSharedModules(instance = getInstance()): void {
  if (!instance) return;
  for (const scope of Object.values(instance.shareScopeMap)) {
    for (const versions of Object.values(scope)) {
      for (const shared of Object.values(versions)) {
        const { get } = shared;
        shared.useIn.push(instance.options.name);
        shared.get = async () => {
          try {
            return await get();
          } catch (error) {
            shared.loading = null;
            throw error;
          }
        };
      }
    }
  }
}
