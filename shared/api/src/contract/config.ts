import { z } from 'zod';
import { fiatCodes } from '../rules/vocabulary.ts';
import { byKey, defineCall } from './call.ts';
import { decimal, noPayload, picture, text, unixMs } from './fields.ts';

const siteConfig = z.object({
  site_name: z.string(),
  site_logo: picture,
  down_logo: picture,
  red_logo: picture,
  version: z.string(),
  /** Which feed prices come from; the interface says so. */
  feed: z.enum(['simulated', 'live']),
  /** Reviews approve themselves after a delay; the interface says so. */
  sandbox: z.boolean(),
  /** Server clock, so that a client can tell how old a price is. */
  now: unixMs,
});
export type SiteConfig = z.infer<typeof siteConfig>;

export const configCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/getSiteConfig',
    access: 'public',
    payload: noPayload,
    answer: siteConfig,
    built: true,
    summary: 'Name, logos and mode of this site',
  }),
  defineCall({
    method: 'GET',
    path: '/getSetting',
    access: 'public',
    payload: z.object({ keyword: text(64) }),
    answer: z.object({ keyword: z.string(), value: z.string() }),
    built: true,
    errors: ['not_found'],
    summary: 'One public setting by its keyword',
  }),
  defineCall({
    method: 'GET',
    path: '/fiat/rates',
    access: 'public',
    payload: noPayload,
    answer: z.object({
      base: z.literal('USD'),
      /** When the rates were fetched. */
      at: unixMs,
      /** `kept` is the last good table while its source fails; `built_in` the one shipped with the server. */
      source: z.enum(['live', 'kept', 'built_in']),
      rates: z.array(z.object({ currency_code: z.enum(fiatCodes), rate: decimal })),
    }),
    built: true,
    summary: 'Units of each fiat currency for one US dollar',
  }),
);
