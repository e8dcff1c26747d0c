import * as z from 'zod/mini';
import { clientId, optional, rowId, ruled, text, uploadLocation, whole } from '../../kit/fields.ts';
import { areaCode, knownPassword, proof, userString } from '../../kit/person-fields.ts';
import { checkEmail } from '../../kit/rules/person.ts';
import { GUEST_LENGTH, MESSAGE_LENGTH } from './rules.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

export const messageInput = z.object({
  /** A ticket that the message belongs to; without it, the conversation. */
  id: optional(rowId),
  client_id: clientId,
  text: optional(text(MESSAGE_LENGTH)),
  picture: optional(uploadLocation),
});

export const ticketInput = z.object({
  client_id: clientId,
  /** Where the reply goes, besides the conversation: left out, to the address of the account, which has to have one. */
  email: optional(ruled(checkEmail)),
  title: text(100),
  text: text(MESSAGE_LENGTH),
});

export const guestInput = z.object({
  user_string: userString,
  text: optional(text(GUEST_LENGTH)),
});

/** What an owner without second factor and recovery codes still has. */
export const lostFactorsInput = z.object({
  user_string: userString,
  area_code: optional(areaCode),
  password: knownPassword,
  proof,
  text: optional(text(GUEST_LENGTH)),
});

export const ratingInput = z.object({ id: rowId, rating: whole(1, 5), comment: optional(text(500)) });
