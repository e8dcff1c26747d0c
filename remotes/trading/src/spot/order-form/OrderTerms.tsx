import type { TimeInForce } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { Checkbox } from '@tessera/ui/forms';
import type { Dispatch } from 'react';
import type { FormAction, OrderForm } from './form.ts';
import styles from './OrderForm.module.css';

const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];
const HELP = { GTC: 'form.gtcHelp', IOC: 'form.iocHelp', FOK: 'form.fokHelp' } as const;

type OrderTermsProps = { readonly form: OrderForm; readonly dispatch: Dispatch<FormAction> };

/** How long a limit order waits, and whether it may take. */
export function OrderTerms({ form, dispatch }: OrderTermsProps) {
  const t = useTexts('trading');
  if (form.kind === 'market') return null;
  return (
    <div className={styles.terms}>
      <select
        className={styles.time}
        aria-label={t('form.tif')}
        title={t(HELP[form.timeInForce])}
        value={form.timeInForce}
        onChange={({ target }) =>
          dispatch({ type: 'timeInForce', timeInForce: TIMES.find((each) => each === target.value) ?? 'GTC' })
        }
      >
        {TIMES.map((time) => (
          <option key={time} value={time}>
            {time}
          </option>
        ))}
      </select>
      <Checkbox checked={form.postOnly} onChange={(postOnly) => dispatch({ type: 'postOnly', postOnly })}>
        {t('form.postOnly')}
      </Checkbox>
      {form.timeInForce !== 'GTC' && <p className={styles.termsHelp}>{t(HELP[form.timeInForce])}</p>}
    </div>
  );
}
