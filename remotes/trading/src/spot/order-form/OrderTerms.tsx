import type { TimeInForce } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { Sheet } from '@tessera/ui';
import { Checkbox, RadioGroup } from '@tessera/ui/forms';
import { ChevronDown } from '@tessera/ui/icons';
import { type Dispatch, useState } from 'react';
import styles from '../../ticket/Ticket.module.css';
import { PriceShort } from './BookShort.tsx';
import type { FormAction } from './form.ts';
import type { FormPartProps } from './PriceField.tsx';

const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];
const HELP = { GTC: 'form.gtcHelp', IOC: 'form.iocHelp', FOK: 'form.fokHelp' } as const;

type TimeProps = { readonly value: TimeInForce; readonly dispatch: Dispatch<FormAction> };

/** What each time in force means stands in the sheet: the form has no room for it above its button. */
function TimeChoice({ value, dispatch }: TimeProps) {
  const t = useTexts('trading');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const label = t('form.tif');
  return (
    <>
      <button
        type="button"
        className={styles.time}
        aria-haspopup="dialog"
        aria-label={t('named', { name: label, value })}
        onClick={() => setOpen(true)}
      >
        {value}
        <ChevronDown />
      </button>
      <Sheet open={open} onClose={close} title={label}>
        <RadioGroup<TimeInForce>
          label={label}
          value={value}
          options={TIMES.map((time) => ({ value: time, label: time, note: t(HELP[time]) }))}
          onChange={(timeInForce) => dispatch({ type: 'timeInForce', timeInForce })}
          onPick={close}
        />
      </Sheet>
    </>
  );
}

/** How long a limit order waits, and whether it may take. An order that does not wait cannot be post only. */
export function OrderTerms({ form, derived, dispatch }: Pick<FormPartProps, 'form' | 'derived' | 'dispatch'>) {
  const t = useTexts('trading');
  if (form.kind !== 'limit') return null;
  return (
    <div className={styles.terms}>
      <TimeChoice value={form.timeInForce} dispatch={dispatch} />
      {form.timeInForce === 'GTC' ? (
        <Checkbox checked={form.postOnly} onChange={(postOnly) => dispatch({ type: 'postOnly', postOnly })}>
          {t('form.postOnly')}
        </Checkbox>
      ) : (
        <PriceShort derived={derived} />
      )}
    </div>
  );
}
