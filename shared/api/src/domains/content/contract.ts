import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import {
  clientId,
  flag,
  listOf,
  many,
  noInput,
  nothing,
  oneOf,
  optional,
  paging,
  picture,
  rowId,
  text,
  unixMs,
  wholeListOf,
} from '../../kit/fields.ts';
import { languageCodes } from '../../kit/rules/vocabulary.ts';
import { oneUnproved, staffReads } from '../../kit/staff-policy.ts';
import { feedbackInput, helpfulInput, searchInput } from './inputs.ts';
import { contentRoutes } from './routes.ts';
import { ANNOUNCEMENT, HELP_SUBJECTS, MOST_SHORTCUTS } from './rules.ts';

/* Bodies are plain text in the language of the request; an empty line separates paragraphs. */

const newsItem = z.object({
  id: rowId,
  c_id: z.int(),
  title: z.string(),
  abstract: z.string(),
  cover: z.nullable(picture),
  /** Where a banner leads: a route of the app (`/pages/…`) or an https address; null for its own detail. */
  link: z.nullable(z.string()),
  at: unixMs,
});

const newsDetail = z.extend(newsItem, { content: z.string() });

const article = z.object({ title: z.string(), content: z.string(), updated_at: unixMs });

const subject = z.enum(HELP_SUBJECTS);

/** Of a question `subject` is null, and `abstract` its topic. */
const helpItem = z.object({
  id: rowId,
  subject: z.nullable(subject),
  title: z.string(),
  abstract: z.string(),
});

/** Stable name of an entry of the menu. */
const menuKey = z.string().check(z.regex(/^[a-z][a-z_]{0,29}$/));
const shortcuts = z.object({ keys: z.nullable(z.array(z.string())) });

export const contentContract = defineContract(contentRoutes, {
  'GET /news/index_pop': {
    weight: 2,
    input: noInput,
    output: z.object({ item: z.nullable(newsDetail) }),
    summary: 'The announcement to show at start, if there is one that the user has not closed and wants',
  },
  'POST /news/pop_seen': {
    input: z.object({ id: optional(rowId) }),
    output: nothing,
    errors: ['not_found'],
    summary: 'Mark an announcement as read, or all: it does not pop up for this user again',
  },
  'GET /staff/announcements': {
    staff: staffReads(['operator', 'admin']),
    input: noInput,
    output: wholeListOf(
      z.object({
        id: rowId,
        title: z.string(),
        at: z.nullable(unixMs),
        shown: z.boolean(),
        pop: z.boolean(),
        /** What it is written in. */
        languages: z.array(z.string()),
      }),
    ),
    errors: ['forbidden'],
    summary: 'The newest announcements, and which of them pop up',
  },
  'GET /staff/announcement': {
    staff: staffReads(['operator', 'admin']),
    input: z.object({ id: rowId }),
    output: z.object({
      id: rowId,
      texts: z.array(z.object({ language: z.string(), title: z.string(), abstract: z.string(), content: z.string() })),
    }),
    errors: ['forbidden', 'not_found'],
    summary: 'An announcement in all languages that it is written in',
  },
  'POST /staff/announcements/save': {
    staff: oneUnproved(['operator', 'admin'], 'An announcement moves no money, and is kept with who wrote it.'),
    input: z.object({
      /** None of a new one. */
      id: optional(rowId),
      /** Of a new one: made once by its editor, and sent with each attempt to save it. */
      client_id: optional(clientId),
      language: z.enum(languageCodes),
      title: text(ANNOUNCEMENT.title),
      abstract: text(ANNOUNCEMENT.abstract),
      content: text(ANNOUNCEMENT.content),
      reason: text(300),
    }),
    output: z.object({ id: rowId }),
    errors: ['forbidden', 'not_found', 'field_required'],
    summary:
      'Write an announcement in one language; a new one begins with English and is not published. The same `client_id` begins one',
  },
  'POST /staff/announcements/show': {
    staff: oneUnproved(['operator', 'admin'], 'An announcement moves no money, and is kept with who wrote it.'),
    input: z.object({ id: rowId, on: flag(), reason: text(300) }),
    output: nothing,
    errors: ['forbidden', 'not_found'],
    summary: 'Publish an announcement, or take it back; its time is that of the first publication',
  },
  'POST /staff/announcements/pop': {
    staff: oneUnproved(['operator', 'admin'], 'An announcement moves no money, and is kept with who wrote it.'),
    input: z.object({ id: rowId, on: flag(), reason: text(300) }),
    output: nothing,
    errors: ['forbidden', 'not_found'],
    summary: 'Let an announcement pop up once for each user, or not',
  },
  'POST /news/list': {
    input: z.object({ c_id: oneOf(4, 5, 42), ...paging }),
    output: listOf(newsItem),
    summary: 'News (4), banners (5) or help (42), newest first',
  },
  'POST /news/detail': {
    input: z.object({ id: rowId }),
    output: newsDetail,
    errors: ['not_found'],
    summary: 'One item with its text',
  },
  'GET /help/articles': {
    weight: 2,
    input: noInput,
    output: wholeListOf(z.extend(helpItem, { subject })),
    summary: 'Help articles by subject, in order',
  },
  'GET /help/article': {
    input: z.object({ id: rowId }),
    output: z.extend(helpItem, {
      content: z.string(),
      /** Where to do it: a route of the app. */
      link: z.nullable(z.string()),
      updated_at: unixMs,
    }),
    errors: ['not_found'],
    summary: 'One help article or question with its text',
  },
  'GET /help/search': {
    weight: 5,
    input: searchInput,
    output: wholeListOf(helpItem),
    summary: 'Help articles and questions that a text finds in the language of the request, the best ten first',
  },
  'POST /help/helpful': {
    input: helpfulInput,
    output: nothing,
    errors: ['not_found', 'field_required', 'rate_limited'],
    summary: 'Whether an article was helpful, once a user or device; a later vote replaces it',
  },
  'GET /menu': {
    weight: 2,
    input: noInput,
    output: wholeListOf(
      z.object({
        /** Stable name of the entry; the client has an icon for it. */
        key: z.string(),
        title: z.string(),
        path: z.string(),
        group: z.enum(['main', 'trade', 'finance', 'more']),
        badge: z.nullable(z.string()),
      }),
    ),
    summary: 'Shortcuts of the home page in order',
  },
  'GET /menu/shortcuts': {
    input: noInput,
    output: shortcuts,
    summary: 'Which shortcuts of the home page the user chose, in the user’s order; null while they are as at first',
  },
  'POST /menu/shortcuts': {
    /** None: as at first. */
    input: z.object({ keys: optional(many(menuKey, MOST_SHORTCUTS)) }),
    output: shortcuts,
    summary: 'Arrange the shortcuts of the home page',
  },
  'GET /faq': {
    input: noInput,
    output: wholeListOf(z.object({ id: rowId, topic: z.string(), question: z.string(), answer: z.string() })),
    summary: 'Questions and answers',
  },
  'GET /contactus': {
    input: noInput,
    output: z.object({
      email: z.string(),
      phone: z.nullable(z.string()),
      address: z.nullable(z.string()),
      hours: z.string(),
    }),
    summary: 'How to reach the platform',
  },
  'POST /contactus': {
    input: feedbackInput,
    output: z.object({ id: rowId, at: unixMs }),
    errors: ['text_too_long'],
    summary: 'Send feedback',
  },
  'GET /aboutus': {
    input: noInput,
    output: article,
    summary: 'About the platform',
  },
  'GET /terms': {
    input: noInput,
    output: article,
    summary: 'Terms of use',
  },
  'GET /privacy': {
    input: noInput,
    output: article,
    summary: 'Privacy policy',
  },
  'GET /operational_compliance': {
    input: noInput,
    output: article,
    summary: 'Compliance statement',
  },
});
export type ContentContract = typeof contentContract;
