// Publishes a built folder as a version of the host: publish-host.ts <version> <built folder>
import { openReleaseService, publishHost } from '@tessera/releases';
import { DATA_DIR } from './where.ts';

const [version = '', folder = ''] = process.argv.slice(2);
const { store } = await openReleaseService(process.env, process.env.DATA_DIR ?? DATA_DIR);
await publishHost(store, { version, folder }, { at: Date.now(), who: 'e2e', why: 'a host for a test' });
