import { type ArtworkDetail, type Box, type BoxSeries, useBuyBox } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { mul } from '@tessera/money';
import { Button, IconButton, KeyValue, Stack, useLocale } from '@tessera/ui';
import { ApprovalSheet } from '@tessera/ui/approval';
import { AmountInput, Changed, TextInput, Unresolved } from '@tessera/ui/forms';
import { RefreshCw } from '@tessera/ui/icons';
import { definePurchase } from '@tessera/ui/purchase';
import { priceFigure } from '../figures.ts';
import { Funds } from '../trade/Funds.tsx';
import { Refusal } from '../trade/Refusal.tsx';
import { WorkLine } from '../trade/WorkLine.tsx';
import { isSeed, newSeed } from './buyer-seed.ts';

type Props = {
  readonly work: ArtworkDetail;
  readonly series: BoxSeries;
  readonly onBought: (boxes: readonly Box[]) => void;
  readonly onChanged: () => void;
};

type Offer = { readonly work: ArtworkDetail; readonly most: number };

/** A number of boxes and the buyer's own seed. */
const boxPurchase = definePurchase({
  start: () => ({ amount: '1', seed: newSeed() }),
  terms: ({ work: { currency } }: Offer) => ({ currency, scale: 0, unit: '' }),
  problem({ amount }, { most }) {
    if (Number(amount) < 1) return { code: 'field_must_be_positive' };
    return Number(amount) > most ? { code: 'quantity_limit', params: { max: most } } : null;
  },
  cost: ({ amount }, { work }) => mul(work.price, amount),
});

/** Buys boxes with the buyer's own seed. */
export function BoxForm({ work, series, onBought, onChanged }: Props) {
  const t = useTexts('nft/draws');
  const market = useTexts('nft');
  const locale = useLocale();
  const most = Math.min(series.most, work.remaining);
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const costOf = ({ price }: Pick<ArtworkDetail, 'price'>, count: number | string) => money(mul(price, String(count)));
  const buy = boxPurchase.usePurchase({
    offer: { work, most },
    wording: ({ code }) => (code === 'quantity_limit' ? t('buy.most', { most }) : undefined),
    command: useBuyBox,
    subject: work.code,
    toInput: ({ offer, entered: { amount, seed } }, { key }) => ({
      code: work.code,
      price: offer.work.price,
      number: Number(amount),
      seed,
      key,
    }),
    onRejected: onChanged,
    onDone: ({ list }) => onBought(list),
  });
  const { unresolved, refused, refusal, set } = buy;
  const { seed } = buy.values;
  const asked = buy.asked ?? { offer: { work }, entered: buy.values };
  const needed = buy.cost ?? '0';
  return (
    <Stack gap={4} below={4}>
      {unresolved && (
        <Unresolved busy={buy.busy} onRepeat={buy.repeat}>
          {t('buy.what', {
            count: unresolved.number,
            name: work.name,
            price: costOf(unresolved, unresolved.number),
          })}
        </Unresolved>
      )}
      <WorkLine work={work} />
      <AmountInput {...buy.field} label={t('buy.number')} stepper helper={t('buy.numberNote', { most: series.most })} />
      <TextInput
        label={t('seed.label')}
        value={seed}
        onChange={(typed) => set({ seed: typed })}
        helper={t('seed.help')}
        error={isSeed(seed) ? undefined : t('seed.wrong')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        after={<IconButton label={t('seed.another')} icon={<RefreshCw />} onClick={() => set({ seed: newSeed() })} />}
      />
      <KeyValue
        items={[
          { label: market('card.price'), value: money(work.price) },
          { label: t('buy.total'), value: money(needed), strong: true },
        ]}
      />
      {refused && (
        <Changed
          figures={[{ label: market('card.price'), before: money(refused.offer.work.price), now: money(work.price) }]}
        />
      )}
      <Funds currency={work.currency} needed={needed} />
      <Refusal text={refusal} />
      <Button
        size="l"
        block
        disabled={!buy.ready || !isSeed(seed) || buy.available === undefined || unresolved !== null || refusal !== null}
        onClick={() => buy.submit()}
      >
        {market('action.buy', { price: money(needed) })}
      </Button>
      <ApprovalSheet
        {...buy.sheet}
        title={t('buy.confirm')}
        items={[
          { label: market('buy.work'), value: work.name },
          { label: t('buy.number'), value: asked.entered.amount },
          { label: t('seed.label'), value: asked.entered.seed },
          {
            label: t('buy.total'),
            value: costOf(asked.offer.work, asked.entered.amount || '0'),
            strong: true,
          },
        ]}
        note={t('buy.note')}
      />
    </Stack>
  );
}
