import type { LanguageCode } from '@tessera/api/rules';
import { fillText } from '../../platform/mail/fill-text.ts';
import type { DepositNetwork } from './networks.ts';
import texts from './notes.json' with { type: 'json' };

export const kindOfDeposit = (language: LanguageCode): string => texts[language].kind;

/** Notes before sending; that an address is for demonstration comes first. Where the chain is watched no one reviews. */
export function depositNotes(
  language: LanguageCode,
  { currency, network, minAmount, confirmations }: DepositNetwork,
  { demonstration, watched }: { readonly demonstration: boolean; readonly watched: boolean },
): string[] {
  const { demo, only, minimum, review, watched: automatic } = texts[language];
  const values = { coin: currency.code, network, min: minAmount, confirmations: String(confirmations) };
  return [...(demonstration ? [demo] : []), only, minimum, watched ? automatic : review].map((text) =>
    fillText(text, values, language),
  );
}
