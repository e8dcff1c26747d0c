import * as z from 'zod/mini';
import { flag, listOf, noInput, optional, paging, picture, rowId, smallId, text, unixMs } from '../../kit/fields.ts';
import { bounded, nobodyElse } from '../../kit/value-policy.ts';
import { submissionStates } from './artists-rules.ts';
import { applyInput, profileInput, sellInput, submissionInput } from './inputs.ts';
import { artwork, media, rarity, saleType, workCode } from './shapes.ts';

/* Artists apply once, staff decide; what they submit is shown after staff have approved it. */

const keyErrors = ['key_missing', 'key_wrong', 'key_locked', 'key_blocked'] as const;

const application = z.object({
  id: rowId,
  status: z.enum(['under_review', 'approved', 'rejected']),
  name: z.string(),
  biography: z.string(),
  /** Of staff, of a rejection. */
  reason: z.nullable(z.string()),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
});

const profile = z.object({
  /** As `getArtistDetail` takes it. */
  id: z.int(),
  name: z.string(),
  biography: z.string(),
  avatar: z.nullable(picture),
  cover: z.nullable(picture),
  followers: z.int(),
  /** False: staff hide the artist and the works. */
  shown: z.boolean(),
});

const submission = z.object({
  id: rowId,
  status: z.enum(submissionStates),
  /** Of staff, of a rejection and of a work that was taken down. */
  reason: z.nullable(z.string()),
  title: z.string(),
  description: z.string(),
  /** Its files are private until it is approved: the page loads them with the session. */
  media,
  properties: z.array(z.object({ name: z.string(), value: z.string() })),
  rarity,
  royalty_bp: z.int(),
  editions: z.int(),
  /** Of the work, once it is approved. */
  code: z.nullable(z.string()),
  /** Of an approved work. */
  market: z.nullable(
    z.object({
      /** Editions without an owner yet. */
      left: z.int(),
      /** Of the running sale of the artist; one of a work runs at a time. */
      sale: z.nullable(z.object({ type: saleType, has_bids: z.boolean() })),
      /** It was offered at least once: the market shows it. */
      listed: z.boolean(),
    }),
  ),
  created_at: unixMs,
  reviewed_at: z.nullable(unixMs),
});

export const artistsSchemas = {
  'GET /bind_box/artist/me': {
    input: noInput,
    output: z.object({
      /** The latest; null for a user who never applied. */
      application: z.nullable(application),
      /** Null: the user is no artist. */
      artist: z.nullable(profile),
      /** Within 24 hours. */
      uploads_left: z.int(),
      submissions_left: z.int(),
    }),
    summary: 'The user as an artist: application, profile, what may be uploaded today',
  },
  'POST /bind_box/artist/apply': {
    weight: 5,
    input: applyInput,
    output: application,
    errors: ['already_under_review', 'already_artist', 'artist_name_taken', 'account_frozen', 'upload_unknown'],
    value: nobodyElse('It moves nothing.'),
    summary: 'Apply to be an artist',
  },
  'POST /bind_box/artist/profile': {
    weight: 3,
    input: profileInput,
    output: profile,
    errors: ['not_artist', 'account_frozen', 'upload_unknown'],
    summary: 'Change the own profile as an artist',
  },
  'POST /bind_box/media': {
    weight: 20,
    /** One multipart part named `file`; see `mediaRules` for the accepted files. */
    input: noInput,
    encoding: 'multipart',
    /** The id, as submissions take it. */
    output: rowId,
    errors: [
      'not_artist',
      'account_frozen',
      'upload_missing',
      'upload_too_large',
      'upload_quota',
      'media_unreadable',
      'media_too_small',
      'media_too_large',
      'media_too_long',
    ],
    summary: 'Upload a picture, a sound or a film of a work: sniffed by content, written anew without metadata',
  },
  'GET /bind_box/submissions': {
    input: z.object({
      ...paging,
      /** Only the work of this code. */
      code: optional(workCode),
    }),
    output: listOf(submission),
    summary: 'The artist’s submitted works, newest first',
  },
  'POST /bind_box/submissions': {
    weight: 10,
    input: submissionInput,
    output: submission,
    errors: ['not_artist', 'account_frozen', 'media_unknown', 'poster_required', 'submission_quota'],
    value: nobodyElse('It moves nothing.'),
    summary: 'Submit a work for review',
  },
  'POST /bind_box/submissions/withdraw': {
    input: z.object({ id: rowId }),
    output: submission,
    errors: ['not_found', 'already_reviewed'],
    summary: 'Withdraw a work that is not reviewed yet',
  },
  'POST /bind_box/artist/sell': {
    input: sellInput,
    output: artwork,
    errors: [
      ...keyErrors,
      'not_owner',
      'already_selling',
      'account_frozen',
      'withdrawals_paused',
      'trades_under_review',
      'currency_unknown',
      'wrong_price',
      'wrong_increment',
      'ends_before_start',
      'wrong_duration',
      'stale_price',
      'field_required',
      'field_too_large',
    ],
    value: bounded('the buyer', 'A work has no price before its first sale, and the buyer pays by a way of their own.'),
    summary: 'Put an approved work up for its first sale, at a price or by auction',
  },
  'POST /bind_box/artist/sale/end': {
    input: z.object({ code: workCode }),
    output: submission,
    errors: ['not_owner', 'not_selling', 'has_bids'],
    value: nobodyElse('It ends a sale that nobody has bid in.'),
    summary: 'End the artist’s own sale of a work, while there is no bid; editions that were bought stay sold',
  },
  'POST /staff/nft/work': {
    staff: {
      roles: ['reviewer', 'admin'],
      confirmed: true,
      members: 1,
      because:
        'It hides or shows a work. Its auctions with bids wait meanwhile, and winners go on owing what they bid.',
    },
    input: z.object({ code: workCode, shown: flag(), reason: text(500, 3) }),
    output: z.object({ code: z.string(), shown: z.boolean() }),
    errors: ['not_found', 'forbidden'],
    summary: 'Take a work down, or show it again',
  },
  'POST /staff/nft/artist': {
    staff: {
      roles: ['reviewer', 'admin'],
      confirmed: true,
      members: 1,
      because:
        'It hides or shows works. Their auctions with bids wait meanwhile, and winners go on owing what they bid.',
    },
    input: z.object({ id: smallId, shown: flag(), reason: text(500, 3) }),
    output: z.object({ id: z.int(), shown: z.boolean() }),
    errors: ['not_found', 'forbidden'],
    summary: 'Hide an artist with all works, or show them again',
  },
  'POST /staff/nft/release': {
    staff: { roles: ['reviewer', 'admin'], confirmed: true, members: 2, delay: 'none', current: null },
    input: z.object({ code: workCode, reason: text(500, 3) }),
    output: z.object({
      code: z.string(),
      /** Auctions that were ended. */
      ended: z.int(),
    }),
    errors: ['not_found', 'forbidden'],
    summary: 'End the auctions of a work that is taken down: bidders and the winner have their deposits back',
  },
} as const;
