import {
  type DevelopmentServers,
  developmentFiles,
  developmentIcons,
  developmentRelease,
  developmentShell,
} from './development.ts';
import { createGateway } from './gateway.ts';

/** `{ "host": "http://127.0.0.1:…", "remotes": [{ "descriptor": …, "origin": … }] }` */
const servers = JSON.parse(process.env.DEVELOPMENT_SERVERS ?? '{"host":"","remotes":[]}') as DevelopmentServers;
const { live, keys } = await developmentRelease(servers, Date.now());
const gateway = await createGateway({
  backend: `http://127.0.0.1:${process.env.BACKEND_PORT ?? 8090}`,
  release: () => live,
  keys: async () => keys,
  shell: developmentShell(servers),
  icon: developmentIcons(servers),
  files: developmentFiles(servers),
  development: [servers.host, ...servers.remotes.map(({ origin }) => origin)],
  developerTools: true,
  logger: { level: process.env.LOG_LEVEL ?? 'warn' },
});
process.once('SIGTERM', () => gateway.close().then(() => process.exit(0)));
await gateway.listen({ port: Number(process.env.PORT ?? 8080), host: process.env.HOST ?? 'localhost' });
