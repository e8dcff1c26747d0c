import { partsOf } from '@tessera/api/instruments';
import { type SpotOrder, useAmendOrder } from '@tessera/api/spot';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp, isOnStep, isPositive, scaleOf } from '@tessera/money';
import { Button, Sheet, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { Unresolved, useEntries } from '@tessera/ui/forms';
import { useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { type Draft, draftValue, withoutZeros } from '../../ticket/draft.ts';
import { NumberField } from '../../ticket/NumberField.tsx';

const LABELS = {
  stop_price: 'lever.form.triggerIn',
  price: 'form.priceIn',
  stop_limit_price: 'form.stopLimitIn',
  amount: 'form.amountIn',
} as const;
type Field = keyof typeof LABELS;
const EMPTY: Readonly<Record<Field, Draft>> = { stop_price: '', price: '', stop_limit_price: '', amount: '' };

/** What of an order can be changed, as it is now. */
function fieldsOf({
  kind,
  price,
  stop_price,
  stop_limit_price,
  amount,
  triggered_at,
}: SpotOrder): Partial<Record<Field, string>> {
  const waits = triggered_at === null && stop_price !== null;
  return {
    ...(waits && { stop_price }),
    // A stop-limit order has one limit price, in the book or not.
    ...(price !== null && { price }),
    ...(waits && kind === 'stop_limit' && stop_limit_price !== null && { price: stop_limit_price }),
    ...(waits && kind === 'oco' && stop_limit_price !== null && { stop_limit_price }),
    ...(amount !== null && { amount }),
  };
}

type AmendSheetProps = { readonly order: SpotOrder; readonly onClose: () => void };

export default function AmendSheet({ order, onClose }: AmendSheetProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { instrument } = useInstrument(order.symbol);
  const [before] = useState(() => fieldsOf(order));
  const names = (Object.keys(LABELS) as Field[]).filter((name) => before[name] !== undefined);
  const { base, quote } = partsOf(order.symbol);
  const unitOf = (name: Field) => (name === 'amount' ? base : quote);
  const stepOf = (name: Field) => (name === 'amount' ? instrument?.lot : instrument?.tick) ?? before[name] ?? '1';
  const faultOf = (name: Field, draft: Draft) => {
    const typed = draftValue(draft);
    if (typed === null || instrument === undefined || isOnStep(typed, stepOf(name))) return null;
    const step = exactText(stepOf(name), locale);
    return t(name === 'amount' ? 'problem.amountOffLot' : 'problem.priceOffTick', {
      tick: step,
      lot: step,
      base: unitOf(name),
    });
  };
  const { values, field, valid } = useEntries(
    () => ({ ...EMPTY, ...before }),
    (drafts) => Object.fromEntries(names.map((name) => [name, faultOf(name, drafts[name])])),
  );
  const { run, busy, unresolved, repeat } = useAmendOrder({
    subject: order.id,
    onDone() {
      showToast(t('lever.amend.done'), 'success');
      onClose();
    },
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  const value = (name: Field) => draftValue(values[name]);
  const changes = Object.fromEntries(
    names.flatMap((name) => {
      const typed = value(name);
      return typed !== null && cmp(typed, before[name] ?? '0') !== 0 ? [[name, withoutZeros(typed)]] : [];
    }),
  );
  const whole = names.every((name) => {
    const typed = value(name);
    return typed !== null && isPositive(typed);
  });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('orders.amend')}
      footer={
        !unresolved && (
          <Button
            block
            size="l"
            busy={busy}
            disabled={!whole || !valid || Object.keys(changes).length === 0}
            onClick={() => run({ id: order.id, ...changes })}
          >
            {t('orders.amend')}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {t('orders.amend')} {order.symbol}
        </Unresolved>
      )}
      <Stack gap={2}>
        {names.map((name) => (
          <NumberField
            key={name}
            label={t(LABELS[name], { unit: unitOf(name) })}
            scale={scaleOf(stepOf(name))}
            {...field(name)}
          />
        ))}
      </Stack>
      <Text above={3}>{t('orders.amendHelp')}</Text>
    </Sheet>
  );
}
