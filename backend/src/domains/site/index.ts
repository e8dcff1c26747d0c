import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteContract } from '@tessera/api/site/contract';
import { isTileAddress, type ServiceName, webViewsIn } from '@tessera/api/site/rules';
import type { Database } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { configurationDefaults } from './configuration.ts';
import { livePaused } from './live.ts';
import { lineOf, pauseService, servicesForStaff } from './pause.ts';
import { SERVICES, serviceOf, servicesIn } from './services.ts';
import { readSettingsOf, type SettingSeed, seedSettings, storedSettings } from './site-settings.ts';

export { type Configuration, picturesKept, readConfiguration } from './configuration.ts';
export { isPaused, pausedSince } from './pause.ts';
export { readSettingsOf, seedSettings, writeSettings } from './site-settings.ts';

const VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

const SEED: readonly SettingSeed[] = [
  { keyword: 'site_name', value: 'Tessera', public: true },
  { keyword: 'site_logo', value: '/api/assets/logo.svg', public: true },
  { keyword: 'down_logo', value: '/api/assets/logo-download.svg', public: true },
  { keyword: 'red_logo', value: '/api/assets/logo-red.svg', public: true },
  { keyword: 'contact_email', value: 'support@tessera.example', public: true },
  { keyword: 'contact_phone', value: '', public: true },
  { keyword: 'contact_address', value: '', public: true },
  { keyword: 'download_url', value: '', public: true },
  { keyword: 'web_views', value: '', public: true },
  { keyword: 'map_tiles', value: '', public: true },
  { keyword: 'map_credit', value: '', public: true },
  { keyword: 'service_worker', value: 'on', public: true },
  { keyword: 'paused_services', value: '', public: true },
  ...Object.entries(configurationDefaults).map(([keyword, value]) => ({
    keyword,
    value,
    public: keyword.startsWith('order_limit_') || keyword.startsWith('withdrawal_limit_'),
  })),
];

/** How old what a node knows of paused services may be, ms. */
const PAUSED_WITHIN = 5_000;

/** The services that are paused, read again when what is known is too old. */
function pausedServices(database: Database, now: () => number): () => Promise<readonly ServiceName[]> {
  let known: { readonly at: number; readonly paused: readonly ServiceName[] } | null = null;
  return async () => {
    if (known && now() - known.at < PAUSED_WITHIN) return known.paused;
    const at = now();
    const [row] = await storedSettings(database, ['paused_services']);
    known = { at, paused: servicesIn(row?.value ?? '') };
    return known.paused;
  };
}

/** Name, appearance and settings of the site. */
export const site = defineDomain(siteContract, ({ database, feed, settings, now }) => {
  const paused = pausedServices(database, now);
  const live = livePaused(database);
  return {
    name: 'site',
    liveTopics: [live.topic],
    jobs: [live.job],
    staffCommands: [
      commandOf(siteContract['GET /staff/services'], {
        name: 'services',
        usage: 'the services that can be paused, and which of them are',
        run: async () => (await servicesForStaff(database)).list.map(lineOf),
      }),
      ...([true, false] as const).map((on) =>
        commandOf(siteContract[on ? 'POST /staff/services/pause' : 'POST /staff/services/resume'], {
          name: on ? 'service-pause' : 'service-resume',
          usage: on
            ? '<service> --why "<why>"  pauses a service: nothing new begins in it'
            : '<service> --why "<why>"  resumes a service that is paused',
          subject: 'service',
          run: async (input, by) => {
            await pauseService(database, { ...input, on }, by);
            return (await servicesForStaff(database)).list
              .filter(({ service }) => service === input.service)
              .map(lineOf);
          },
        }),
      ),
    ],
    requireRunning: async (callId) => {
      const service = serviceOf(callId);
      if (service !== null && (await paused()).includes(service)) throw new DomainError('service_paused');
    },
    seed: () => seedSettings(database, SEED),
    calls: {
      'GET /getSiteConfig': async () => {
        const stored = await readSettingsOf(database, [
          'site_name',
          'site_logo',
          'down_logo',
          'red_logo',
          'download_url',
          'web_views',
          'map_tiles',
          'map_credit',
          'service_worker',
          'paused_services',
        ]);
        const tiles = stored('map_tiles');
        return {
          site_name: stored('site_name'),
          site_logo: stored('site_logo'),
          down_logo: stored('down_logo'),
          red_logo: stored('red_logo'),
          download_url: /^https:\/\//.test(stored('download_url')) ? stored('download_url') : null,
          version: VERSION,
          feed: feed.source,
          sandbox: settings.sandboxApproveAfterMs > 0,
          web_views: webViewsIn(stored('web_views')),
          map: isTileAddress(tiles) ? { tiles, credit: stored('map_credit') } : null,
          service_worker: stored('service_worker') !== 'off',
          paused: servicesIn(stored('paused_services')).map((service) => ({
            service,
            screens: [...SERVICES[service].screens],
          })),
          now: now(),
        };
      },
      'GET /staff/services': () => servicesForStaff(database),
      'POST /staff/services/pause': async ({ by }, input) => {
        await pauseService(database, { ...input, on: true }, by);
        return servicesForStaff(database);
      },
      'POST /staff/services/resume': async ({ by, database: sql }, input) => {
        await pauseService(sql, { ...input, on: false }, by);
        return servicesForStaff(database);
      },
      'GET /getSetting': async (_, { keyword }) => {
        const [row] = await execute(
          database,
          db
            .selectFrom('setting')
            .select(['keyword', 'value'])
            .where('keyword', '=', keyword)
            .where('public', '=', true),
        );
        // A non-public setting returns the same response as a missing one.
        if (!row) throw new DomainError('not_found', { field: 'keyword' });
        return row;
      },
    },
  };
});
