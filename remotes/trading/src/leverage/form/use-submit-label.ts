import { useTexts } from '@tessera/i18n';
import { useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import type { Derived } from './derive.ts';
import type { LeverForm } from './form.ts';

/** "Open long 5 lots", or only "Open long" while no size is entered. */
export function useSubmitLabel({ side }: LeverForm, { lots }: Pick<Derived, 'lots'>): string {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  if (lots === null || lots < 1) return t(`lever.open.${side}`);
  return t(`lever.open.${side}Lots`, { lots: exactText(String(lots), locale), count: lots });
}
