import { liquidationPriceOf, marginBounds, useChangeMargin, useDeal } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { add, cmp, formatAmount, formatPrice, isPositive, sub } from '@tessera/money';
import { Button, KeyValue, Sheet, Stack, Text, useLocale } from '@tessera/ui';
import { AmountInput, outcomeOf, SegmentedControl, Unresolved, useEntries } from '@tessera/ui/forms';
import { riskOf } from '../account/live-position.ts';
import type { OpenRow } from '../account/use-book.ts';

type MarginSheetProps = { readonly open: boolean; readonly onClose: () => void; readonly row: OpenRow };
type Direction = 'add' | 'remove';

/** Fraction digits that can be entered. */
const SCALE = 2;

/** Adds margin to an isolated position or takes some out, with the liquidation price before and after. */
export default function MarginSheet({ open, onClose, row }: MarginSheetProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { position, instrument, mark, liquidation, threshold } = row;
  const { id, symbol, currency, margin } = position;
  const { values, set, field } = useEntries(() => ({ direction: 'add' as Direction, amount: '' }));
  const { direction, amount } = values;
  const deal = useDeal({ symbol }).data;
  const { run, busy, unresolved, repeat } = useChangeMargin({
    subject: id,
    ...outcomeOf(t('lever.marginChange.done'), onClose),
  });
  const feeRate = instrument?.taker_fee_rate ?? '0';
  const risk = mark === null ? null : riskOf(position, mark, { feeRate, threshold });
  const bounds = risk && marginBounds(risk, deal?.account.available ?? '0', SCALE);
  const most = bounds?.[direction] ?? '0';
  const valid = amount !== '' && isPositive(amount) && cmp(amount, most) <= 0;
  const after = valid ? (direction === 'add' ? add(margin, amount) : sub(margin, amount)) : margin;
  const moved = risk && valid ? liquidationPriceOf({ ...risk, margin: after }) : liquidation;
  const priced = (value: string | null) =>
    value === null || !isPositive(value) ? '–' : formatPrice(value, instrument?.tick ?? '0.01', locale);
  const money = (value: string) => formatAmount(value, SCALE, locale);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('lever.marginChange.title', { symbol })}
      footer={
        !unresolved && (
          <Button block size="l" busy={busy} disabled={!valid} onClick={() => run({ id, direction, amount })}>
            {t(`lever.marginChange.${direction}`)}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {t(`lever.marginChange.${unresolved.direction}`)} {money(unresolved.amount)} {currency}
        </Unresolved>
      )}
      <Stack gap={3} below={2} above={2}>
        <SegmentedControl<Direction>
          label={t('lever.margin')}
          value={direction}
          onChange={(next) => set({ direction: next, amount: '' })}
          options={[
            { value: 'add', label: t('lever.marginChange.add') },
            { value: 'remove', label: t('lever.marginChange.remove') },
          ]}
        />
        <AmountInput
          label={t('form.amountIn', { ns: 'trading', unit: currency })}
          {...field('amount')}
          unit={currency}
          scale={SCALE}
          balance={most}
          percentages={[25, 50, 100]}
        />
      </Stack>
      <KeyValue
        items={[
          { label: t('lever.margin'), value: `${money(margin)} → ${money(after)} ${currency}` },
          { label: t('lever.liquidation'), value: `${priced(liquidation)} → ${priced(moved)}`, strong: true },
        ]}
      />
      <Text above={3} below={3}>
        {t('lever.marginChange.help')}
      </Text>
    </Sheet>
  );
}
