import { useTexts } from '@tessera/i18n';
import { useLocale } from '@tessera/ui';
import { shareText } from '@tessera/ui/forms';
import { NumberField } from '../../ticket/NumberField.tsx';
import { RangeSlider } from '../../ticket/slider/RangeSlider.tsx';
import styles from '../../ticket/Ticket.module.css';
import { draftScales } from './fields.ts';
import type { FormPartProps } from './PriceField.tsx';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf } from './problems.ts';

const SHARES = [0, 25, 50, 75, 100] as const;
const SHARE_STEP = 25;

/** How much: amount, share of the balance, or total, each telling the others. */
export function SizeFields({ form, derived, problems, dispatch, inputRef }: FormPartProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { at, fields } = derived;
  const { base, quote } = at.rules;
  const scales = draftScales(at);
  const problem = problems.find((each) => fieldOf(each) === 'size');
  // A market sell takes the amount to sell, not the amount to receive.
  const takesTotal = form.kind !== 'market' || form.side === 'buy';
  const percent = fields.percent ?? 0;
  return (
    <>
      <NumberField
        label={t('form.amountIn', { unit: base })}
        value={fields.amountDraft}
        scale={scales.amount}
        onChange={(draft) => dispatch({ type: 'amount', draft })}
        inputRef={inputRef}
      />
      <RangeSlider
        label={t('form.share')}
        text={shareText(percent, locale)}
        value={percent}
        max={100}
        step={SHARE_STEP}
        disabled={at.available === null}
        onChange={(share) => dispatch({ type: 'share', percent: share })}
        stops={SHARES.map((value) => ({ value, label: shareText(value, locale) }))}
      />
      {takesTotal && (
        <NumberField
          label={t('form.totalIn', { unit: quote })}
          value={fields.totalDraft}
          scale={scales.total}
          onChange={(draft) => dispatch({ type: 'total', draft })}
        />
      )}
      {problem && (
        <p className={styles.error} role="status">
          <ProblemText problem={problem} at={at} />
        </p>
      )}
    </>
  );
}
