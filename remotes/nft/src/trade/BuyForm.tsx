import { type ArtworkDetail, type NftOrder, useBuyWork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { KeyValue, useLocale } from '@tessera/ui';
import { useApproval } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';
import { Changed } from '@tessera/ui/forms';
import { priceFigure } from '../figures.ts';
import { sentences } from '../works/sentences.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { PayAmount } from './PayAmount.tsx';
import styles from './Trade.module.css';
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
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const total = ({ price, currency }: Pick<ArtworkDetail, 'price' | 'currency'>) =>
    priceFigure(price, currency, locale);
  const buy = useApproval({
    command: useBuyWork,
    subject: work.code,
    /** What was shown: the artist may have ended that sale and begun another one. */
    toInput: (shown: Pick<ArtworkDetail, 'price' | 'currency'>, approved) => ({
      code: work.code,
      ...shown,
      ...approved,
    }),
    way: 'POST /bind_box/buyNFT',
    repeats: true,
    onRejected: onChanged,
    onDone: onBought,
  });
  return (
    <div className={styles.stack}>
      <WorkLine work={work} />
      <KeyValue
        items={[
          { label: t('card.price'), value: money(work.price) },
          {
            label: t('buy.fee'),
            value: <Explained title={t('buy.fee')} value={money('0')} note={sentences(t('buy.feeNote'), terms.fee)} />,
          },
          { label: t('buy.total'), value: money(work.price), strong: true },
        ]}
      />
      {buy.refused !== null && (
        <Changed figures={[{ label: t('card.price'), before: total(buy.refused), now: total(work) }]} />
      )}
      <PayAmount
        currency={work.currency}
        amount={work.price}
        limited={work.price}
        action={t('action.buy', { price: money(work.price) })}
        what={t('buy.what', {
          name: work.name,
          price: total({
            price: buy.unresolved?.price ?? work.price,
            currency: buy.unresolved?.currency ?? work.currency,
          }),
        })}
        approval={buy}
        onAsk={() => buy.ask({ price: work.price, currency: work.currency })}
        title={t('buy.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('work.creator'), value: work.artist.name },
          { label: t('buy.total'), value: total(buy.asked ?? work), strong: true },
        ]}
        note={t('buy.note')}
      />
    </div>
  );
}
