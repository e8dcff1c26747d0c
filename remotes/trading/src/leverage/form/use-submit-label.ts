import { useTexts } from '@tessera/i18n';
import { useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import type { Derived } from './derive.ts';
import type { LeverForm } from './form.ts';

/** "Open long 5 lots"; only "Open long" while no size is entered, or where it is entered in another unit. */
export function useSubmitLabel(
  { side, unit }: Pick<LeverForm, 'side' | 'unit'>,
  { lots }: Pick<Derived, 'lots'>,
): string {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  if (unit !== 'lots' || lots === null || lots < 1) return t(`lever.open.${side}`);
  return t(`lever.open.${side}Lots`, { lots: exactText(String(lots), locale), count: lots });
}
