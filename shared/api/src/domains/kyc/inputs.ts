import { foldText, foldTyped, withoutAccents } from '@tessera/money/typed';
import * as z from 'zod/mini';
import { flag, oneOf, optional, ruled, uploadLocation } from '../../kit/fields.ts';
import { plainText } from '../../kit/person-fields.ts';
import type { RuleFailure } from '../../kit/rules/failure.ts';
import { checkPlainText } from '../../kit/rules/person.ts';

/* Inputs that the page has forms for. The rest of the contract does not travel to the page. */

/** ISO 3166-1 alpha-2. */
export const countryCode = ruled((given) => {
  if (given === '') return { code: 'field_required' };
  return /^[A-Z]{2}$/.test(given) ? null : { code: 'field_unknown_choice' };
});

export const idType = z.enum(['id_card', 'passport', 'driver_licence']);

/**
 * Signs and letters that numbers of documents have. Of the scripts whose letters look like others the usual alphabets alone,
 * which `document_number` of the database compares: a reader of the picture does not tell the rest from Latin letters.
 */
const OF_DOCUMENTS =
  /^(?:[A-Z0-9 .,'’·・‧׳״\-/#()\u0410-\u042f\u0402\u0404-\u0406\u0408-\u040b\u040f\u0490\u0391-\u03a9가-힣]|(?=\p{L})(?![一丨丶丿乙亅十工卜口八])\p{Script=Han})*$/u;

/** Capitals, and digits of all keyboards as one: the same document in others would verify a second account. */
const foldDocument = (text: string): string => foldTyped(foldText(text).normalize('NFKC')).toUpperCase();

const checkDocument = (number: string): RuleFailure | null =>
  checkPlainText(number) ??
  (OF_DOCUMENTS.test(withoutAccents(number).normalize('NFC')) ? null : { code: 'field_special_characters' });

export const documentNumber = plainText(4, 40, foldDocument, checkDocument);

/** What a request states of a document. */
const DOCUMENT = ['id_type', 'country', 'name', 'card_id'] as const;

export const verificationInput = z
  .object({
    real_type: oneOf(1, 2),
    /** The document that verified the user before is the one of this request: nothing of it is stated again. */
    same_document: optional(flag()),
    id_type: optional(idType),
    /** That issued the document. */
    country: optional(countryCode),
    name: optional(plainText(2, 60)),
    card_id: optional(documentNumber),
    front_pic: optional(uploadLocation),
    reverse_pic: optional(uploadLocation),
  })
  .check(
    z.superRefine((value, context) => {
      for (const field of value.same_document ? [] : DOCUMENT) {
        if (value[field] !== undefined) continue;
        const params = { code: 'field_required' } as const;
        context.addIssue({ code: 'custom', path: [field], message: params.code, params });
      }
      if (value.real_type !== 2) return;
      for (const field of ['front_pic', 'reverse_pic'] as const) {
        // One picture shows one side.
        const twice = field === 'reverse_pic' && value.reverse_pic === value.front_pic;
        if (value[field] === undefined || twice) {
          const params = { code: 'pictures_required' } as const;
          context.addIssue({ code: 'custom', path: [field], message: params.code, params });
        }
      }
    }),
  );
