import { bookedPnl, pnlOf, split, tradingFeeOf, useAddTrigger, useClosePosition } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { cmp, div, formatAmount, formatPrice, isPositive, mul, scaleOf } from '@tessera/money';
import { Button, KeyValue, Sheet, Stack, Tabs, Text, useLocale } from '@tessera/ui';
import { outcomeOf, shareText, Unresolved, useEntries } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { type Draft, draftValue } from '../../ticket/draft.ts';
import { NumberField } from '../../ticket/NumberField.tsx';
import { RangeSlider } from '../../ticket/slider/RangeSlider.tsx';
import type { OpenRow } from '../account/use-book.ts';
import { closingWasTold } from './use-position-toasts.ts';

type CloseSheetProps = { readonly open: boolean; readonly onClose: () => void; readonly row: OpenRow };
type Way = 'market' | 'limit' | 'price';

const SHARES = [25, 50, 75, 100] as const;
const NOTES = {
  market: 'lever.close.marketNote',
  limit: 'lever.close.limitNote',
  price: 'lever.close.priceNote',
} as const;
/** Results are estimated and shown with so many digits. */
const SCALE = 2;

/** What closing these lots at this price brings; the market says what they fill at. */
export function estimateClose({ position, instrument }: OpenRow, lots: number, price: string | null) {
  if (price === null || position.open_price === null || lots < 1 || lots > position.share) return null;
  const quantity = mul(mul(div(position.quantity, String(position.share)), String(lots)), position.rate);
  const pnl = bookedPnl(pnlOf(position.side, position.open_price, price, quantity), SCALE);
  const fee = tradingFeeOf(mul(price, quantity), instrument?.taker_fee_rate ?? '0', SCALE);
  const funds = { lots: position.share, margin: position.margin, required: '0' };
  return { pnl, fee, margin: split(funds, lots, SCALE).closed.margin };
}

type Size = { readonly percent: number } | { readonly typed: Draft };
type Entered = { readonly way: Way; readonly size: Size; readonly price: Draft };

const lotsOf = (size: Size, share: number): number =>
  'percent' in size ? Math.max(1, Math.floor((share * size.percent) / 100)) : Number(draftValue(size.typed) ?? '0');

/** Closes a position or a part of it: at the market now, or once its mark price gets somewhere. */
export default function CloseSheet({ open, onClose, row }: CloseSheetProps) {
  const t = useTexts('trading/leverage');
  const common = useTexts('common');
  const locale = useLocale();
  const { position, instrument, mark } = row;
  const { id, symbol, side, share, currency } = position;
  const { values, set, field, valid } = useEntries(
    (): Entered => ({ way: 'market', size: { percent: 100 }, price: '' }),
    ({ size }) => {
      const lots = lotsOf(size, share);
      const range = t('lever.close.range', { lots: exactText(String(share), locale), count: share });
      return { size: lots >= 1 && lots <= share ? null : range };
    },
  );
  const { way, size } = values;
  const lots = lotsOf(size, share);
  const percent = 'percent' in size ? size.percent : Math.min(100, Math.round((lots / share) * 100));
  const closing = outcomeOf(t('lever.close.done'), onClose);
  const placed = outcomeOf(t('lever.close.placed'), onClose);
  const close = useClosePosition({
    subject: id,
    ...closing,
    onDone() {
      if (way === 'limit') return placed.onDone();
      closingWasTold(id);
      closing.onDone();
    },
  });
  const wait = useAddTrigger({ subject: id, ...outcomeOf(t('lever.stop.set'), onClose) });
  const busy = close.busy || wait.busy;
  const stop = draftValue(values.price);
  const at = way === 'market' ? mark : stop;
  const estimate = estimateClose(row, lots, at);
  const tick = instrument?.tick ?? '0.01';
  const ready = valid && (way === 'market' || (stop !== null && isPositive(stop) && mark !== null));
  const title = t('lever.close.title', { symbol, side: t(`lever.${side}`) });
  const unresolved = close.unresolved ?? wait.unresolved;

  const send = () => {
    const part = lots < share ? { share: lots } : {};
    if (way === 'market') close.run({ id, ...part });
    else if (way === 'limit' && stop !== null) close.run({ id, ...part, target_price: stop });
    else if (stop !== null && mark !== null) {
      // Beyond the mark in the direction of the position is a gain to take, the other way a loss to stop.
      const gains = cmp(stop, mark) > 0 === (side === 'long');
      wait.run({ id, kind: gains ? 'take_profit' : 'stop_loss', price: stop, ...part });
    }
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        !unresolved && (
          <Button
            block
            size="l"
            variant={side === 'long' ? 'sell' : 'buy'}
            busy={busy}
            disabled={!ready}
            onClick={send}
          >
            {t(way === 'price' ? 'lever.close.lotsLater' : 'lever.close.lots', {
              lots: exactText(String(lots), locale),
              count: lots,
            })}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={close.unresolved ? close.repeat : wait.repeat}>
          {title}
        </Unresolved>
      )}
      <Tabs<Way>
        label={t('form.kind', { ns: 'trading' })}
        variant="pill"
        fill
        value={way}
        onChange={(next) => set({ way: next })}
        items={[
          { id: 'market', label: t('form.market', { ns: 'trading' }) },
          { id: 'limit', label: t('form.limit', { ns: 'trading' }) },
          { id: 'price', label: t('lever.stop.both') },
        ]}
      />
      <Stack gap={3} below={2} above={2}>
        {way !== 'market' && (
          <NumberField
            label={
              way === 'limit'
                ? t('form.priceIn', { ns: 'trading', unit: instrument?.quote ?? currency })
                : t('lever.form.triggerIn', { ns: 'trading', unit: instrument?.quote ?? currency })
            }
            scale={scaleOf(tick)}
            {...field('price')}
          />
        )}
        <NumberField
          label={t('form.amountIn', { ns: 'trading', unit: t('lever.lots') })}
          value={'typed' in size ? size.typed : String(lots)}
          scale={0}
          onChange={(typed) => set({ size: { typed } })}
          error={field('size').error}
        />
        <RangeSlider
          label={t('lever.close.share')}
          text={shareText(percent, locale)}
          value={percent}
          min={1}
          max={100}
          onChange={(next) => set({ size: { percent: next } })}
          stops={SHARES.map((value) => ({ value, label: shareText(value, locale) }))}
        />
      </Stack>
      {estimate && at !== null && (
        <KeyValue
          items={[
            {
              label:
                way === 'limit'
                  ? common('price')
                  : way === 'market'
                    ? t('lever.markPrice')
                    : t('lever.form.trigger', { ns: 'trading' }),
              value: formatPrice(at, tick, locale),
            },
            {
              label: t('lever.close.result'),
              value: t('confirm.about', {
                ns: 'trading',
                value: `${formatAmount(estimate.pnl, SCALE, locale, { signed: true })} ${currency}`,
              }),
              strong: true,
            },
            {
              label: t('form.fee', { ns: 'trading' }),
              value: t('confirm.about', {
                ns: 'trading',
                value: `${formatAmount(estimate.fee, SCALE, locale)} ${currency}`,
              }),
            },
            { label: t('lever.close.released'), value: `${formatAmount(estimate.margin, SCALE, locale)} ${currency}` },
          ]}
        />
      )}
      <Text above={3} below={3}>
        {t(NOTES[way])}
      </Text>
    </Sheet>
  );
}
