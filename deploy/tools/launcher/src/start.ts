// `npm start`
import { startPlatform } from './start-platform.ts';

await startPlatform();
