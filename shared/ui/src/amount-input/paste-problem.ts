import type { useTexts } from '@tessera/i18n';
import type { PasteProblem } from './read-pasted.ts';

/** Characters of the copied text that a message repeats. */
const SHOWN = 24;

/** Why a copied amount was not taken. */
export const pasteProblemText = (
  t: ReturnType<typeof useTexts<'common'>>,
  problem: PasteProblem,
  copied: string,
): string => {
  const text = copied.trim();
  return t(`ui.paste.${problem}`, { text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text });
};
