import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { SegmentedControl, Tabs } from '@tessera/ui';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../lazy-part.tsx';
import { usePreference } from '../../storage.ts';
import type { Instrument } from '../instrument/instruments.ts';
import { askFirst } from './ask-first.ts';
import type { OrderForm as Form, FormAction, Kind, Side } from './form.ts';
import { OrderBounds, OrderFigures } from './OrderFigures.tsx';
import styles from './OrderForm.module.css';
import { PriceField } from './PriceField.tsx';
import { fieldOf, isMissing } from './problems.ts';
import { SizeFields } from './SizeFields.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { type DerivedOrder, useOrder } from './use-order.ts';
import { usePlaceOrder } from './use-place-order.ts';

const ConfirmSheet = lazyPart(() => import(/* webpackChunkName: "confirm" */ './ConfirmSheet.tsx'));

type OrderFormProps = {
  readonly instrument: Instrument;
  readonly form: Form;
  readonly dispatch: Dispatch<FormAction>;
};

/** Says and places one order. What follows from the entries is derived in the models beside it. */
export function OrderForm({ instrument, form, dispatch }: OrderFormProps) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const signedIn = useSession() !== null;
  const derived = useOrder(form, instrument);
  const [asks, setAsks] = usePreference(askFirst);
  /** `repeat`: the order that was sent last got no proper answer. */
  const [sheet, setSheet] = useState<'closed' | 'confirm' | 'repeat'>('closed');
  /** The person pressed the button: from now on what is missing counts as wrong. */
  const [asked, setAsked] = useState(false);
  const price = useRef<HTMLInputElement>(null);
  const size = useRef<HTMLInputElement>(null);

  /** What was sent last: figures move on, the order that is under way does not. */
  const [sent, setSent] = useState<{ readonly form: Form; readonly derived: DerivedOrder } | null>(null);

  const finish = () => setSheet('closed');
  const { place, repeat, busy, unresolved } = usePlaceOrder({
    onPlaced: () => {
      finish();
      setAsked(false);
      dispatch({ type: 'placed' });
    },
    onRefused: finish,
    onUnresolved: () => setSheet('repeat'),
  });

  const { last, problems, order } = derived;
  const send = () => {
    if (!order) return;
    setSent({ form, derived });
    place(order);
  };
  useEffect(() => {
    if (last !== null && !form.suggested) dispatch({ type: 'suggest', price: last });
  }, [last, form.suggested, dispatch]);
  useEffect(() => {
    if (signedIn && asks) ConfirmSheet.preload();
  }, [signedIn, asks]);

  const submit = () => {
    if (unresolved && sent?.form === form) return setSheet('repeat');
    setAsked(true);
    const first = problems[0];
    if (first) (fieldOf(first) === 'price' ? price : size).current?.focus();
    else if (asks) setSheet('confirm');
    else send();
  };

  const shown = problems.filter((problem) => asked || !isMissing(problem));
  const entry = (action: FormAction) => {
    setAsked(false);
    dispatch(action);
  };

  return (
    <section className={styles.form} aria-label={t('form.label')}>
      <SegmentedControl<Side>
        label={t('form.side')}
        value={form.side}
        onChange={(side) => entry({ type: 'side', side })}
        options={[
          { value: 'buy', label: common('buy'), tone: 'buy' },
          { value: 'sell', label: common('sell'), tone: 'sell' },
        ]}
      />
      <div className={styles.kinds}>
        <Tabs<Kind>
          label={t('form.kind')}
          variant="pill"
          fill
          value={form.kind}
          onChange={(kind) => entry({ type: 'kind', kind })}
          items={[
            { id: 'limit', label: t('form.limit') },
            { id: 'market', label: t('form.market') },
          ]}
        />
      </div>
      <PriceField form={form} derived={derived} problems={shown} dispatch={entry} inputRef={price} />
      <SizeFields form={form} derived={derived} problems={shown} dispatch={entry} inputRef={size} />
      <OrderFigures form={form} derived={derived} />
      <SubmitButton form={form} derived={derived} busy={busy} onPress={submit} />
      <OrderBounds derived={derived} />
      {signedIn && !asks && (
        <button type="button" className={styles.askAgain} onClick={() => setAsks(true)}>
          {t('confirm.askAgain')}
        </button>
      )}
      {sheet !== 'closed' && (
        <ConfirmSheet
          props={{
            open: true,
            onClose: finish,
            ...((busy || sheet === 'repeat') && sent ? sent : { form, derived }),
            busy,
            unresolved: sheet === 'repeat',
            asks,
            onAsks: setAsks,
            onConfirm: sheet === 'repeat' ? repeat : send,
          }}
        />
      )}
    </section>
  );
}
