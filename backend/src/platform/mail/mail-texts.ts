import { join } from 'node:path';
import { textsIn } from '../texts.ts';
import en from './texts/en.json' with { type: 'json' };

/**
 * The words of mails and short messages. In `code`, `{code}` is replaced; `purposes` say what a code authorises, by its
 * scene; `link` introduces the link that replaces it; `terms` names what else it authorises; `automatic` stands at the
 * foot of mails.
 */
export const MAIL_TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);
