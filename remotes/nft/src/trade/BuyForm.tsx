import { type ArtworkDetail, type NftOrder, useBuyWork } from '@tessera/api/nft';
import { useSpendingRefusal } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { Button, KeyValue, useLocale } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { Explained } from '@tessera/ui/content';
import { Changed, Unresolved } from '@tessera/ui/forms';
import { priceFigure } from '../figures.ts';
import { sentences } from '../works/sentences.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { Funds } from './Funds.tsx';
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
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const buy = useApproval({
    command: useBuyWork,
    subject: work.code,
    /** The price that was shown. */
    toInput: (price: string, approved) => ({ code: work.code, price, ...approved }),
    way: 'POST /bind_box/buyNFT',
    repeats: true,
    onRejected: onChanged,
    onDone: onBought,
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
      {buy.refused !== null && (
        <Changed figures={[{ label: t('card.price'), before: money(buy.refused), now: money(work.price) }]} />
      )}
      <Funds currency={work.currency} needed={work.price} />
      <Refusal text={refusal} />
      <Button
        size="l"
        block
        disabled={short || buy.unresolved !== null || refusal !== null}
        onClick={() => buy.ask(work.price)}
      >
        {t('action.buy', { price: money(work.price) })}
      </Button>
      <ApprovalSheet
        {...buy.sheet}
        title={t('buy.confirm')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('work.creator'), value: work.artist.name },
          { label: t('buy.total'), value: money(buy.asked ?? work.price), strong: true },
        ]}
        note={t('buy.note')}
      />
    </div>
  );
}
