import { useOpenOption } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { showToast, useLocale } from '@tessera/ui';
import { Unresolved } from '@tessera/ui/forms';
import { exactText } from '../market/exact-text.ts';
import type { Payable } from './OptionForm.tsx';
import { useOptionTexts } from './use-option-texts.ts';

type UnresolvedOptionProps = { readonly symbol: string; readonly payable: readonly Payable[] | undefined };

/** While the outcome of an option of this instrument is unknown: offers to repeat exactly that. */
export function UnresolvedOption({ symbol, payable }: UnresolvedOptionProps) {
  const t = useTexts('trading/options');
  const locale = useLocale();
  const texts = useOptionTexts();
  const { unresolved, repeat, busy } = useOpenOption({
    subject: symbol,
    onDone: () => showToast(t('option.opened'), 'success'),
  });
  if (!unresolved) return null;
  const { direction, seconds, stake, currency_id } = unresolved;
  const currency = payable?.find((each) => each.currency_id === currency_id)?.currency ?? '';
  return (
    <Unresolved busy={busy} onRepeat={repeat}>
      {`${texts.direction(direction)} ${symbol} · ${texts.term(seconds)} · ${exactText(stake, locale)} ${currency}`}
    </Unresolved>
  );
}
