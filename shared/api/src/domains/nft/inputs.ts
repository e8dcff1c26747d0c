import * as z from 'zod/mini';
import { many, optional, positiveDecimal, rowId, text, time, uploadLocation, whole } from '../../kit/fields.ts';
import { payKey } from '../../kit/person-fields.ts';
import { MOST_EDITIONS, MOST_PEAKS, MOST_PORTFOLIO, MOST_PROPERTIES } from './artists-rules.ts';
import { ROYALTY_CAP_BP } from './rules.ts';
import { workCode } from './shapes.ts';

/* The inputs that the page has forms for. */

export const applyInput = z.object({
  name: text(40, 2),
  biography: text(500, 20),
  /** Of works of the applicant: locations of `POST /upload`. */
  pictures: many(uploadLocation, MOST_PORTFOLIO),
});

export const profileInput = z.object({
  biography: text(500, 20),
  /** Locations of `POST /upload`; what is left out stays. */
  avatar: optional(uploadLocation),
  cover: optional(uploadLocation),
});

const pair = text(30);

export const submissionInput = z
  .object({
    /** What `POST /bind_box/media` returned. */
    media_id: rowId,
    /** Of a sound its cover, of a film a frame of it: an uploaded picture. */
    poster_id: optional(rowId),
    /** Of a sound: loudness 0 to 100 over its length, as the browser measured it. */
    waveform: z.optional(many(whole(0, 100), MOST_PEAKS)),
    title: text(60, 2),
    description: text(600, 10),
    /** Names and values of properties, as many of the one as of the other. */
    property_names: z.optional(many(pair, MOST_PROPERTIES)),
    property_values: z.optional(many(pair, MOST_PROPERTIES)),
    royalty_bp: whole(0, ROYALTY_CAP_BP),
    editions: whole(1, MOST_EDITIONS),
  })
  .check(
    z.superRefine((value, context) => {
      const names = value.property_names ?? [];
      const twice = new Set(names.map((name) => name.toLowerCase())).size < names.length;
      if (names.length === (value.property_values ?? []).length && !twice) return;
      const params = { code: 'invalid_field' } as const;
      context.addIssue({ code: 'custom', path: ['property_names'], message: params.code, params });
    }),
  );

export const sellInput = z.object({
  code: workCode,
  /** An auction sells a work of one edition. */
  sale_type: z.enum(['normal', 'auction']),
  currency: text(12),
  price: positiveDecimal,
  /** Auctions only. */
  increment: optional(positiveDecimal),
  /** Now, unless given. */
  start_time: optional(time),
  /** Of an auction required. */
  end_time: optional(time),
  key: payKey,
});
