// The whole platform as `npm start` runs it, with a backend whose clock tests move.
import { startPlatform } from '../../deploy/tools/launcher/src/start-platform.ts';

await startPlatform({ backendScript: 'backend/test/movable-clock.ts' });
