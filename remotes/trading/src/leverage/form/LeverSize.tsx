import { useTexts } from '@tessera/i18n';
import { scaleOf } from '@tessera/money';
import { Text, useLocale } from '@tessera/ui';
import { shareText } from '@tessera/ui/forms';
import { useSetAtom } from 'jotai';
import { exactText } from '../../market/exact-text.ts';
import { draftValue } from '../../ticket/draft.ts';
import { NumberField } from '../../ticket/NumberField.tsx';
import { RangeSlider } from '../../ticket/slider/RangeSlider.tsx';
import order from '../../ticket/Ticket.module.css';
import type { SizeUnit } from './form.ts';
import styles from './LeverForm.module.css';
import type { FormPartProps } from './LeverPrice.tsx';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf } from './problems.ts';
import { sizeUnit } from './setting.ts';

const UNITS = ['lots', 'amount', 'value'] as const satisfies readonly SizeUnit[];
const SHARES = [0, 25, 50, 75, 100] as const;

/** How much: in lots, in units of the base or by value; or a share of what the account can open. */
export function LeverSize({ form, derived, problems, dispatch, inputRef }: FormPartProps) {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const locale = useLocale();
  const { at, lots, most, quantity } = derived;
  const { terms } = at;
  const keepUnit = useSetAtom(sizeUnit);
  const rounded = quantity !== null && form.size.by === 'typed' && quantity !== draftValue(form.size.draft);
  const problem = problems.find((each) => fieldOf(each) === 'size');
  const names = { lots: t('lever.lots'), amount: terms.base, value: terms.quote };
  const scale = { lots: 0, amount: scaleOf(terms.lotSize), value: 2 }[form.unit];
  const percent =
    form.size.by === 'share' ? form.size.percent : most && lots ? Math.min(100, Math.round((lots / most) * 100)) : 0;
  return (
    <>
      <NumberField
        // The unit stands beside it, where it is chosen.
        label={common('amount')}
        value={derived.sizeDraft}
        scale={scale}
        onChange={(draft) => dispatch({ type: 'size', draft })}
        {...(inputRef !== undefined && { inputRef })}
        after={
          <select
            className={styles.unit}
            aria-label={t('lever.form.unit')}
            value={form.unit}
            onChange={(event) => {
              const unit = UNITS.find((each) => each === event.target.value);
              if (!unit) return;
              keepUnit(unit);
              dispatch({ type: 'unit', unit });
            }}
          >
            {UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {names[unit]}
              </option>
            ))}
          </select>
        }
      />
      <RangeSlider
        label={t('form.share', { ns: 'trading' })}
        text={shareText(percent, locale)}
        value={percent}
        max={100}
        disabled={most === null}
        onChange={(share) => dispatch({ type: 'share', percent: share })}
        stops={SHARES.map((value) => ({ value, label: shareText(value, locale) }))}
      />
      {lots !== null && lots > 0 && quantity !== null && (form.unit !== 'amount' || rounded) && (
        <Text size={11} tight>
          {t('lever.form.lotsAre', {
            lots: exactText(String(lots), locale),
            count: lots,
            amount: exactText(quantity, locale),
            base: terms.base,
          })}
        </Text>
      )}
      {problem && (
        <p className={order.error} role="status">
          <ProblemText problem={problem} at={at} />
        </p>
      )}
    </>
  );
}
