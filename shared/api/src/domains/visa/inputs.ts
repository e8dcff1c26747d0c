import * as z from 'zod/mini';
import { optional, ruled, text, uploadLocation } from '../../kit/fields.ts';
import { checkMobile } from '../../kit/rules/person.ts';

/* The input that the page has a form for. The rest of the contract does not travel to the page. */

export const visaInput = z
  .object({
    /** Both sides of a document; left out by users with advanced verification, whose document is known. */
    front_pic: optional(uploadLocation),
    reverse_pic: optional(uploadLocation),
    /** A country that issues documents. */
    nation: text(2, 2),
    address: text(200, 5),
    phone: ruled(checkMobile),
  })
  .check(
    z.superRefine((value, context) => {
      if (value.front_pic === undefined || value.front_pic !== value.reverse_pic) return;
      // One picture shows one side.
      const params = { code: 'pictures_required' } as const;
      context.addIssue({ code: 'custom', path: ['reverse_pic'], message: params.code, params });
    }),
  );
