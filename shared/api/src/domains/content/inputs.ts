import * as z from 'zod/mini';
import { flag, optional, rowId, ruled, text } from '../../kit/fields.ts';
import { checkEmail } from '../../kit/rules/person.ts';
import { SEARCH_LENGTH } from './rules.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const feedbackInput = z.object({ email: ruled(checkEmail), title: text(100), content: text(2000) });

export const searchInput = z.object({ query: text(SEARCH_LENGTH) });

/** `device` is made by the page and kept on the device: a guest votes once with it. */
export const helpfulInput = z.object({
  id: rowId,
  helpful: flag(),
  device: optional(z.string().check(z.regex(/^[0-9a-f-]{36}$/))),
});
