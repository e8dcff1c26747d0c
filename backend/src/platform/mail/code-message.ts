import type { CodeScene, LanguageCode } from '@tessera/api/rules';
import { type CodeTerms, shortValue } from './code-terms.ts';
import { namedText } from './fill-text.ts';
import { colonOf, type Letter } from './letter.ts';
import { MAIL_TEXTS } from './mail-texts.ts';

type Parts = {
  readonly scene: CodeScene;
  readonly language: LanguageCode;
  /** What the code authorises beyond what its scene says. */
  readonly terms?: CodeTerms | null;
  /** A short message shortens addresses, and has no more words than it needs. */
  readonly short?: boolean;
  /** A link that replaces the code. */
  readonly link?: string | null;
  /** The reader's anti-phishing phrase. */
  readonly phrase?: string | null;
};

/** The message that carries a verification code and says what it authorises, in the reader's language. */
export function codeLetter(
  code: string,
  { scene, language, terms = null, short = false, link = null, phrase = null }: Parts,
): Letter {
  const {
    code: { subject, body },
    purposes,
    terms: { only, actions, labels },
  } = MAIL_TEXTS[language];
  const action = terms?.action ?? null;
  const purpose = `${action === null ? purposes[scene] : actions[action]}${colonOf(language)}`;
  const rows = (terms?.rows ?? []).map((row) => ({
    label: labels[row.label],
    value: namedText(row.label, short ? shortValue(row) : row.value, language),
  }));
  return {
    language,
    subject: purpose + subject,
    paragraphs: [purpose + body.replace('{code}', code), ...(terms === null || short ? [] : [only])],
    code,
    ...(rows.length > 0 && { rows }),
    ...(link !== null && { link: { ...MAIL_TEXTS[language].link, href: link } }),
    phrase,
  };
}
