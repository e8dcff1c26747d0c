import { z } from 'zod';
import { checkEmail } from '../rules/index.ts';
import { byKey, defineCall } from './call.ts';
import { listOf, noPayload, oneOf, paging, picture, rowId, ruled, text, unixMs, wholeListOf } from './fields.ts';

/* Bodies are plain text in the language of the request; an empty line separates paragraphs. */

const newsItem = z.object({
  id: rowId,
  c_id: z.int(),
  title: z.string(),
  abstract: z.string(),
  cover: picture.nullable(),
  /** Where a banner leads: a route of the app (`/pages/…`) or an https address; null for its own detail. */
  link: z.string().nullable(),
  at: unixMs,
});
const newsDetail = newsItem.extend({ content: z.string() });

const article = z.object({ title: z.string(), content: z.string(), updated_at: unixMs });

export const contentCalls = byKey(
  defineCall({
    method: 'GET',
    path: '/news/index_pop',
    access: 'public',
    payload: noPayload,
    answer: z.object({ item: newsDetail.nullable() }),
    built: true,
    summary: 'The announcement to show at start, if there is one',
  }),
  defineCall({
    method: 'POST',
    path: '/news/list',
    access: 'public',
    payload: z.object({ c_id: oneOf(4, 5, 42), ...paging }),
    answer: listOf(newsItem),
    built: true,
    summary: 'News (4), banners (5) or help (42), newest first',
  }),
  defineCall({
    method: 'POST',
    path: '/news/detail',
    access: 'public',
    payload: z.object({ id: rowId }),
    answer: newsDetail,
    built: true,
    errors: ['not_found'],
    summary: 'One item with its text',
  }),
  defineCall({
    method: 'GET',
    path: '/menu',
    access: 'public',
    payload: noPayload,
    answer: wholeListOf(
      z.object({
        /** Stable name of the entry; the client has an icon for it. */
        key: z.string(),
        title: z.string(),
        path: z.string(),
        group: z.enum(['main', 'trade', 'finance', 'more']),
        badge: z.string().nullable(),
      }),
    ),
    built: true,
    summary: 'Shortcuts of the home page in order',
  }),
  defineCall({
    method: 'GET',
    path: '/faq',
    access: 'public',
    payload: noPayload,
    answer: wholeListOf(z.object({ id: rowId, topic: z.string(), question: z.string(), answer: z.string() })),
    built: true,
    summary: 'Questions and answers',
  }),
  defineCall({
    method: 'GET',
    path: '/contactus',
    access: 'public',
    payload: noPayload,
    answer: z.object({
      email: z.string(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      hours: z.string(),
    }),
    built: true,
    summary: 'How to reach the platform',
  }),
  defineCall({
    method: 'POST',
    path: '/contactus',
    access: 'user',
    payload: z.object({ email: ruled(checkEmail), title: text(100), content: text(2000) }),
    answer: z.object({ id: rowId, at: unixMs }),
    built: true,
    errors: ['text_too_long'],
    summary: 'Send feedback',
  }),
  defineCall({
    method: 'GET',
    path: '/aboutus',
    access: 'public',
    payload: noPayload,
    answer: article,
    built: true,
    summary: 'About the platform',
  }),
  defineCall({
    method: 'GET',
    path: '/operational_compliance',
    access: 'public',
    payload: noPayload,
    answer: article,
    built: true,
    summary: 'Compliance statement',
  }),
  defineCall({
    method: 'GET',
    path: '/mailMessage/getList',
    access: 'user',
    payload: z.object(paging),
    answer: listOf(
      z.object({
        id: rowId,
        kind: z.enum(['system', 'service']),
        title: z.string(),
        description: z.string(),
        content: z.string(),
        avatar: picture.nullable(),
        time: unixMs,
        read: z.boolean(),
      }),
    ),
    built: true,
    summary: 'Messages to the signed-in user, newest first',
  }),
);
