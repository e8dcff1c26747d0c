import { type ArtworkDetail, type NftOrder, useBuyWork } from '@tessera/api/nft';
import { useSpendingRefusal } from '@tessera/api/wallet';
import { usePayment } from '@tessera/form/payment';
import { useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { Button, KeyValue, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { Changed, Unresolved } from '@tessera/ui/forms';
import { priceFigure } from '../figures.ts';
import { sentences } from '../works/sentences.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { Funds } from './Funds.tsx';
import { PaySheet } from './PaySheet.tsx';
import { Refusal } from './Refusal.tsx';
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
  /** The price that was shown. */
  const payment = usePayment<string>(onChanged);
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const buy = useBuyWork({
    subject: work.code,
    onDone: onBought,
    ...payment.outcomes,
  });
  const spending = useSpendingRefusal(work.currency, { amount: work.price });
  const refusal = spending.refused ?? spending.overLimit;
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
            value: <Explained title={t('buy.fee')} value={money('0')} note={sentences(t('buy.feeNote'), terms.fee)} />,
          },
          { label: t('buy.total'), value: money(work.price), strong: true },
        ]}
      />
      {payment.refused !== null && (
        <Changed figures={[{ label: t('card.price'), before: money(payment.refused), now: money(work.price) }]} />
      )}
      <Funds currency={work.currency} needed={work.price} />
      <Refusal text={refusal} />
      <Button
        size="l"
        block
        disabled={short || buy.unresolved !== null || refusal !== null}
        onClick={() => payment.ask(work.price)}
      >
        {t('action.buy', { price: money(work.price) })}
      </Button>
      <PaySheet
        title={t('buy.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('work.creator'), value: work.artist.name },
          { label: t('buy.total'), value: money(payment.confirming ?? work.price), strong: true },
        ]}
        note={t('buy.note')}
        busy={buy.busy}
        {...payment.sheet(
          (price, secrets) => buy.run({ code: work.code, price, ...secrets }),
          (price) => ({ call: 'POST /bind_box/buyNFT', input: { code: work.code, price } }),
        )}
      />
    </div>
  );
}
