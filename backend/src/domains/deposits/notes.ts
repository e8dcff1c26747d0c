import type { LanguageCode } from '@tessera/api/rules';
import type { DepositNetwork } from './networks.ts';
import texts from './notes.json' with { type: 'json' };

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);

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
    fill(text, values),
  );
}
