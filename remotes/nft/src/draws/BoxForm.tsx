import { type ArtworkDetail, type Box, type BoxSeries, useBuyBox } from '@tessera/api/nft';
import { useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { cmp, mul } from '@tessera/money';
import { Button, IconButton, KeyValue, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { AmountInput, Changed, TextInput, Unresolved } from '@tessera/ui/forms';
import { RefreshCw } from '@tessera/ui/icons';
import { useState } from 'react';
import { priceFigure } from '../figures.ts';
import { Funds } from '../trade/Funds.tsx';
import { Refusal } from '../trade/Refusal.tsx';
import { useAvailable } from '../trade/use-available.ts';
import { WorkLine } from '../trade/WorkLine.tsx';
import { isSeed, newSeed } from './buyer-seed.ts';
import styles from './Draws.module.css';

type Order = { readonly price: string; readonly number: number; readonly seed: string };

type Props = {
  readonly work: ArtworkDetail;
  readonly series: BoxSeries;
  readonly onBought: (boxes: readonly Box[]) => void;
  readonly onChanged: () => void;
};

/** Buys boxes with the buyer's own seed. */
export function BoxForm({ work, series, onBought, onChanged }: Props) {
  const t = useTexts('nftbox');
  const market = useTexts('nft');
  const locale = useLocale();
  const available = useAvailable(work.currency);
  const [count, setCount] = useState('1');
  const [seed, setSeed] = useState(newSeed);
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const buy = useApproval({
    command: useBuyBox,
    subject: work.code,
    toInput: (asked: Order, { key }) => ({ code: work.code, ...asked, key }),
    repeats: true,
    onRejected: onChanged,
    onDone: ({ list }) => onBought(list),
  });
  const order = buy.asked;
  const most = Math.min(series.most, work.remaining);
  const number = Number(count || '0');
  const total = mul(work.price, String(number));
  const spending = useSpendingRefusal(work.currency, { amount: total });
  const refusal = spending.refused ?? spending.overLimit;
  const tooMany = number > most;
  const ready = number > 0 && !tooMany && isSeed(seed) && available !== undefined && cmp(available, total) >= 0;
  return (
    <div className={styles.stack}>
      {buy.unresolved && (
        <Unresolved busy={buy.busy} onRepeat={buy.repeat}>
          {t('buy.what', {
            count: buy.unresolved.number,
            name: work.name,
            price: money(mul(buy.unresolved.price, String(buy.unresolved.number))),
          })}
        </Unresolved>
      )}
      <WorkLine work={work} />
      <AmountInput
        label={t('buy.number')}
        scale={0}
        stepper
        value={count}
        onChange={setCount}
        helper={t('buy.numberNote', { most: series.most })}
        error={tooMany ? t('buy.most', { most }) : undefined}
      />
      <TextInput
        label={t('seed.label')}
        value={seed}
        onChange={setSeed}
        helper={t('seed.help')}
        error={isSeed(seed) ? undefined : t('seed.wrong')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        after={<IconButton label={t('seed.another')} icon={<RefreshCw />} onClick={() => setSeed(newSeed())} />}
      />
      <KeyValue
        items={[
          { label: market('card.price'), value: money(work.price) },
          { label: t('buy.total'), value: money(total), strong: true },
        ]}
      />
      {buy.refused && (
        <Changed
          figures={[{ label: market('card.price'), before: money(buy.refused.price), now: money(work.price) }]}
        />
      )}
      <Funds currency={work.currency} needed={total} />
      <Refusal text={refusal} />
      <Button
        size="l"
        block
        disabled={!ready || buy.unresolved !== null || refusal !== null}
        onClick={() => buy.ask({ price: work.price, number, seed })}
      >
        {market('action.buy', { price: money(total) })}
      </Button>
      <ApprovalSheet
        {...buy.sheet}
        title={t('buy.confirm')}
        items={[
          { label: market('buy.work'), value: work.name },
          { label: t('buy.number'), value: String(order?.number ?? number) },
          { label: t('seed.label'), value: order?.seed ?? seed },
          {
            label: t('buy.total'),
            value: money(mul(order?.price ?? work.price, String(order?.number ?? number))),
            strong: true,
          },
        ]}
        note={t('buy.note')}
      />
    </div>
  );
}
