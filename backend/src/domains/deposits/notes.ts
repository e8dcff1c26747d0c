import type { LanguageCode } from '@tessera/api/rules';
import type { DepositNetwork } from './networks.ts';
import texts from './notes.json' with { type: 'json' };

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);

export const kindOfDeposit = (language: LanguageCode): string => texts[language].kind;

/** Notes before sending; that an address is for demonstration comes first. */
export function depositNotes(
  language: LanguageCode,
  { currency, network, minAmount, confirmations }: DepositNetwork,
  demonstration: boolean,
): string[] {
  const { demo, only, minimum, review } = texts[language];
  const values = { coin: currency.code, network, min: minAmount, confirmations: String(confirmations) };
  return [...(demonstration ? [demo] : []), only, minimum, review].map((text) => fill(text, values));
}
