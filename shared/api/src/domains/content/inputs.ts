import * as z from 'zod/mini';
import { ruled, text } from '../../kit/fields.ts';
import { checkEmail } from '../../kit/rules/person.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const feedbackInput = z.object({ email: ruled(checkEmail), title: text(100), content: text(2000) });
