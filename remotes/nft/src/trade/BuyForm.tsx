import { ApiError } from '@tessera/api';
import { type ArtworkDetail, type NftOrder, useBuyWork } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { Button, KeyValue, showToast, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import { priceFigure } from '../figures.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { Funds } from './Funds.tsx';
import { PaySheet } from './PaySheet.tsx';
import styles from './Trade.module.css';
import { useAvailable } from './use-available.ts';
import { WorkLine } from './WorkLine.tsx';

type Props = {
  readonly work: ArtworkDetail;
  readonly onBought: (order: NftOrder) => void;
  /** The sale has changed: it is read again. */
  readonly onChanged: () => void;
};

/** Buys at the price that was shown, and at no other. */
export function BuyForm({ work, onBought, onChanged }: Props) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const available = useAvailable(work.currency);
  /** The price that is being confirmed. */
  const [price, setPrice] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const buy = useBuyWork({
    subject: work.code,
    onDone: onBought,
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setProblem(problemText(error));
      setPrice(null);
      showToast(problemText(error), 'error');
      onChanged();
    },
    onUnresolved: () => setPrice(null),
  });
  const short = available === undefined || cmp(available, work.price) < 0;
  return (
    <div className={styles.stack}>
      {buy.unresolved && (
        <Unresolved busy={buy.busy} onRepeat={buy.repeat}>
          {t('buy.what', { name: work.name, price: money(buy.unresolved.price) })}
        </Unresolved>
      )}
      <WorkLine work={work} />
      <KeyValue
        items={[
          { label: t('card.price'), value: money(work.price) },
          {
            label: t('buy.fee'),
            value: <Explained title={t('buy.fee')} value={money('0')} note={`${t('buy.feeNote')} ${terms.fee}`} />,
          },
          { label: t('buy.total'), value: money(work.price), strong: true },
        ]}
      />
      <Funds currency={work.currency} needed={work.price} />
      <Button
        size="l"
        block
        disabled={short || buy.unresolved !== null}
        onClick={() => {
          setProblem(null);
          setPrice(work.price);
        }}
      >
        {t('action.buy', { price: money(work.price) })}
      </Button>
      <PaySheet
        open={price !== null}
        title={t('buy.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('work.creator'), value: work.artist.name },
          { label: t('buy.total'), value: money(price ?? work.price), strong: true },
        ]}
        note={t('buy.note')}
        busy={buy.busy}
        problem={problem}
        onKey={(key) => {
          setProblem(null);
          if (price !== null) buy.run({ code: work.code, price, key });
        }}
        onClose={() => setPrice(null)}
      />
    </div>
  );
}
