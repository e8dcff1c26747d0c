import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { noInput, picture, text, unixMs, wholeListOf } from '../../kit/fields.ts';
import { oneUnproved, STOP_ROLES, staffReads, twoMembers } from '../../kit/staff-policy.ts';
import { siteRoutes } from './routes.ts';
import { SERVICE_NAMES } from './rules.ts';

const siteConfig = z.object({
  site_name: z.string(),
  site_logo: picture,
  down_logo: picture,
  red_logo: picture,
  /** Where the app can be downloaded: an https address. */
  download_url: z.nullable(z.string()),
  version: z.string(),
  /** Source of prices; shown in the interface. */
  feed: z.enum(['simulated', 'live']),
  /** Reviews are approved automatically after a delay; shown in the interface. */
  sandbox: z.boolean(),
  /** Origins of other sites that the web view shows in a frame. */
  web_views: z.array(z.string()),
  /** Tiles of maps: an address with {z}, {x} and {y}, and whom they are from. Null: maps are drawn from outlines. */
  map: z.nullable(z.object({ tiles: z.string(), credit: z.string() })),
  /** Whether pages have a worker, which starts them without a network. */
  service_worker: z.boolean(),
  /** Services that an operator has paused, with the paths of their screens. */
  paused: z.array(z.object({ service: z.string(), screens: z.array(z.string()) })),
  /** Server clock, so that clients can compute the age of prices. */
  now: unixMs,
});

export type SiteConfig = z.infer<typeof siteConfig>;

const services = wholeListOf(
  z.object({
    service: z.enum(SERVICE_NAMES),
    paused: z.boolean(),
    /** Of the latest change by a staff call; null without one. */
    last: z.nullable(z.object({ by: z.string(), reason: z.string(), at: unixMs })),
  }),
);
const serviceChange = z.object({ service: z.enum(SERVICE_NAMES), reason: text(300) });

export const siteContract = defineContract(siteRoutes, {
  'GET /getSiteConfig': {
    input: noInput,
    output: siteConfig,
    summary: 'Name, logos and mode of this site',
  },
  'GET /getSetting': {
    input: z.object({ keyword: text(64) }),
    output: z.object({ keyword: z.string(), value: z.string() }),
    errors: ['not_found'],
    summary: 'One public setting by its keyword',
  },
  'GET /staff/services': {
    staff: staffReads(STOP_ROLES),
    weight: 2,
    input: noInput,
    output: services,
    errors: ['forbidden'],
    summary: 'The services that can be paused, and which of them are',
  },
  'POST /staff/services/pause': {
    staff: oneUnproved(
      STOP_ROLES,
      'It only restricts; auctions go on for an hour after it, token sales for as long as it lasted.',
    ),
    input: serviceChange,
    output: services,
    errors: ['forbidden'],
    summary: 'Pause a service at once: nothing new begins in it',
  },
  'POST /staff/services/resume': {
    staff: twoMembers(STOP_ROLES, { delay: 'none', current: null }),
    input: serviceChange,
    output: services,
    errors: ['forbidden', 'confirmation_required'],
    summary: 'Resume a service that is paused',
  },
});
export type SiteContract = typeof siteContract;
