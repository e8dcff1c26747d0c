import { useInstrument } from '@tessera/api/instruments';
import { type LeverOrder, useAmendOrder } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { cmp, isOnStep, isPositive, scaleOf } from '@tessera/money';
import { Button, Sheet, Stack, Text, useLocale } from '@tessera/ui';
import { outcomeOf, Unresolved, useEntries } from '@tessera/ui/forms';
import { useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { type Draft, draftValue } from '../../ticket/draft.ts';
import { NumberField } from '../../ticket/NumberField.tsx';

type AmendSheetProps = { readonly order: LeverOrder; readonly onClose: () => void };

function AmendSheet({ order, onClose }: AmendSheetProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { position_id: id, symbol, kind } = order;
  const before = order.stop_price ?? order.price ?? '0';
  const { instrument } = useInstrument(symbol);
  const tick = instrument?.tick;
  const { values, field, valid } = useEntries(
    () => ({ price: before as Draft }),
    ({ price }) => {
      const typed = draftValue(price);
      const offTick = typed !== null && tick !== undefined && !isOnStep(typed, tick);
      return offTick ? { price: t('problem.priceOffTick', { ns: 'trading', tick: exactText(tick, locale) }) } : {};
    },
  );
  const { run, busy, unresolved, repeat } = useAmendOrder({
    subject: id,
    ...outcomeOf(t('lever.amend.done', { ns: 'trading' }), onClose),
  });
  const price = draftValue(values.price);
  const ready = price !== null && isPositive(price) && valid && cmp(price, before) !== 0;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('lever.amend.title')}
      footer={
        !unresolved && (
          <Button
            block
            size="l"
            busy={busy}
            disabled={!ready}
            onClick={() => price && run({ id, target_price: price })}
          >
            {t('lever.amend.do')}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {t('lever.amend.title')} {exactText(unresolved.target_price, locale)}
        </Unresolved>
      )}
      <Stack gap={3} below={2} above={2}>
        <NumberField
          label={
            kind === 'stop'
              ? t('lever.form.triggerIn', { ns: 'trading', unit: instrument?.quote ?? '' })
              : t('form.priceIn', { ns: 'trading', unit: instrument?.quote ?? '' })
          }
          scale={scaleOf(tick ?? before)}
          {...field('price')}
        />
      </Stack>
      <Text above={3} below={3}>
        {t('lever.amend.help')}
      </Text>
    </Sheet>
  );
}

/** Moves the price of an order that waits. */
export function AmendOrder({ order }: { readonly order: LeverOrder }) {
  const t = useTexts('trading/leverage');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        aria-label={t('lever.amend.one', { ns: 'trading', side: t(`lever.${order.side}`), symbol: order.symbol })}
        onClick={() => setOpen(true)}
      >
        {t('lever.amend.short', { ns: 'trading' })}
      </Button>
      {open && <AmendSheet order={order} onClose={() => setOpen(false)} />}
    </>
  );
}
