import type { Output } from '../../kit/contract.ts';
import type { SiteContract } from './contract.ts';

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
  'GET /getSetting': { keyword: 'support_hours', value: '24/7' },
} satisfies { readonly [K in keyof SiteContract]: Output<SiteContract[K]> };
