import type { Output } from '../../kit/contract.ts';
import type { SiteContract } from './contract.ts';

const SERVICES: Output<SiteContract['GET /staff/services']> = {
  list: [
    { service: 'spot', paused: false, last: null },
    {
      service: 'options',
      paused: true,
      last: { by: 'Olga Petrova', reason: 'wrong prices', at: Date.UTC(2026, 10, 20) },
    },
  ],
};

export const siteFixtures = {
  'GET /getSiteConfig': {
    site_name: 'Tessera',
    site_logo: '/h5/logo.svg',
    down_logo: '/h5/logo.svg',
    red_logo: '/h5/logo.svg',
    download_url: null,
    version: '0.8.0',
    feed: 'simulated',
    sandbox: true,
    web_views: [],
    map: null,
    service_worker: true,
    paused: [],
    now: Date.UTC(2026, 10, 20, 15),
  },
  'GET /staff/services': SERVICES,
  'POST /staff/services/pause': SERVICES,
  'POST /staff/services/resume': SERVICES,
  'GET /getSetting': { keyword: 'support_hours', value: '24/7' },
} satisfies { readonly [K in keyof SiteContract]: Output<SiteContract[K]> };
