// The whole platform as `npm start` runs it, with a backend whose clock tests move. It knows the nodes of local chains,
// which the test of deposits starts; without them (`E2E_CHAINS=false`) keys and addresses need not be made.
import { buildStale } from '../../deploy/tools/launcher/src/builds.ts';
import { chainSettings } from '../../deploy/tools/launcher/src/local-chains.ts';
import { startPlatform } from '../../deploy/tools/launcher/src/start-platform.ts';

// Before the start, which opens while some remotes are still being built.
await buildStale((line) => console.log(line));
await startPlatform({
  backendScript: 'backend/test/movable-clock.ts',
  // Changes of staff take effect with their approval.
  settings: async ({ dataDir }) => ({
    ...(process.env.E2E_CHAINS !== 'false' && (await chainSettings(dataDir))),
    STAFF_CHANGE_DELAY: '0',
    // At rest a platform spends most of its time on steps of the market, and pages draw each.
    STEP_EVERY: process.env.TESSERA_DEEP === '1' ? '200' : '1000',
  }),
});
