import { init } from '@module-federation/enhanced/runtime';

/** What the bundler's runtime does before the host's first module. Import it first. */
init({ name: 'tessera_host', remotes: [] });
