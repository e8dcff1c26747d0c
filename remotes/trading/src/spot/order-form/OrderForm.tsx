import type { Instrument } from '@tessera/api/instruments';
import type { Side } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import type { DecimalString } from '@tessera/money';
import { useSession } from '@tessera/session';
import { SegmentedControl } from '@tessera/ui/forms';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useAtom } from 'jotai';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { askFirst } from '../../ticket/ask-first.ts';
import styles from '../../ticket/Ticket.module.css';
import { ExitPrices, WaitingPrices } from './FurtherPrices.tsx';
import type { OrderForm as Form, FormAction } from './form.ts';
import { KindChoice } from './KindChoice.tsx';
import { type Fill, LastFill } from './LastFill.tsx';
import { OrderBalance, OrderFigures } from './OrderFigures.tsx';
import { OrderTerms } from './OrderTerms.tsx';
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

/** Enters and places one order. What follows from the entries is derived in the models beside it. */
export function OrderForm({ instrument, form, dispatch }: OrderFormProps) {
  const t = useTexts('trading');
  const common = useTexts('common');
  const signedIn = useSession() !== null;
  const derived = useOrder(form, instrument);
  const [asks, setAsks] = useAtom(askFirst);
  const [confirming, setConfirming] = useState(false);
  /** The order was asked for: from now on what is missing counts as wrong. */
  const [asked, setAsked] = useState(false);
  const price = useRef<HTMLInputElement>(null);
  const size = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);

  /** What was sent last: figures move on, the order that is under way does not. */
  const [sent, setSent] = useState<{ readonly form: Form; readonly derived: DerivedOrder } | null>(null);

  const expected = useRef<DecimalString | null>(null);
  const [fill, setFill] = useState<Fill | null>(null);

  const close = () => setConfirming(false);
  const { run, busy } = usePlaceOrder(instrument.symbol, {
    onPlaced: (placed) => {
      setFill(placed.status === 'pending' ? null : { order: placed, expected: expected.current });
      close();
      setAsked(false);
      dispatch({ type: 'placed' });
    },
    onFailed: close,
  });

  const { last, problems, order } = derived;
  const send = () => {
    if (!order) return;
    // What the page showed when the order was sent.
    expected.current = derived.taken?.average ?? (form.kind === 'market' ? derived.fields.price : null);
    setFill(null);
    setSent({ form, derived });
    run(order);
  };
  useEffect(() => {
    if (last !== null && !form.suggested) dispatch({ type: 'suggest', price: last });
  }, [last, form.suggested, dispatch]);
  useEffect(() => {
    if (signedIn && asks) ConfirmSheet.preload();
  }, [signedIn, asks]);

  const submit = () => {
    setAsked(true);
    const first = problems[0];
    if (first) {
      const field = fieldOf(first);
      const named = section.current?.querySelector<HTMLInputElement>(`input[name='${field}']`);
      (named ?? (field === 'price' ? price : size).current)?.focus();
    }
    if (first) return;
    if (asks) setConfirming(true);
    else send();
  };

  const shown = problems.filter((problem) => asked || !isMissing(problem));
  const entry = (action: FormAction) => {
    setAsked(false);
    dispatch(action);
  };

  // Of an OCO order the limit comes first, then what its stop is: as its name and its question say.
  const waiting = <WaitingPrices form={form} derived={derived} problems={shown} dispatch={entry} />;

  return (
    <section ref={section} className={styles.form} aria-label={t('form.label')}>
      <SegmentedControl<Side>
        label={t('form.side')}
        value={form.side}
        onChange={(side) => entry({ type: 'side', side })}
        options={[
          { value: 'buy', label: common('buy'), tone: 'buy' },
          { value: 'sell', label: common('sell'), tone: 'sell' },
        ]}
      />
      <KindChoice
        value={form.kind}
        symbol={derived.at.rules.symbol}
        side={form.side}
        onChange={(kind) => entry({ type: 'kind', kind })}
      />
      {form.kind !== 'oco' && waiting}
      <PriceField form={form} derived={derived} problems={shown} dispatch={entry} inputRef={price} />
      {form.kind === 'oco' && waiting}
      <SizeFields form={form} derived={derived} problems={shown} dispatch={entry} inputRef={size} />
      <OrderTerms form={form} derived={derived} dispatch={entry} />
      <ExitPrices form={form} derived={derived} problems={shown} dispatch={entry} />
      <OrderBalance form={form} derived={derived} />
      <SubmitButton form={form} derived={derived} busy={busy} onPress={submit} />
      {fill && <LastFill fill={fill} onClose={() => setFill(null)} />}
      <OrderFigures form={form} derived={derived} />
      {signedIn && !asks && (
        <button type="button" className={styles.askAgain} onClick={() => setAsks(true)}>
          {t('confirm.askAgain')}
        </button>
      )}
      {confirming && (
        <ConfirmSheet
          props={{
            open: true,
            onClose: close,
            ...(busy && sent ? sent : { form, derived }),
            busy,
            asks,
            onAsks: setAsks,
            onConfirm: send,
          }}
        />
      )}
    </section>
  );
}
