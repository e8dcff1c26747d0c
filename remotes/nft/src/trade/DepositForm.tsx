import { type ArtworkDetail, usePayDeposit } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Heading, useLocale } from '@tessera/ui';
import { useApproval } from '@tessera/ui/approval';
import type { Result } from '@tessera/ui/result';
import { priceFigure } from '../figures.ts';
import { sentences } from '../works/sentences.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { PayAmount } from './PayAmount.tsx';
import styles from './Trade.module.css';

type Props = {
  readonly work: ArtworkDetail;
  readonly margin: string;
  readonly onPaid: (result: Result) => void;
  readonly onChanged: () => void;
};

/** The deposit that opens the bidding to the user. */
export function DepositForm({ work, margin, onPaid, onChanged }: Props) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const amount = priceFigure(margin, work.currency, useLocale());
  const deposit = useApproval({
    command: usePayDeposit,
    subject: work.code,
    toInput: (shown: { readonly deposit: string; readonly currency: string }, approved) => ({
      code: work.code,
      ...shown,
      ...approved,
    }),
    way: 'POST /bind_box/marginNFT',
    repeats: true,
    onRejected: onChanged,
    onDone() {
      onPaid({
        title: t('deposit.done'),
        amount,
        items: [{ label: t('buy.work'), value: work.name }],
        next: [rule],
      });
      onChanged();
    },
  });
  const rule = sentences(terms.deposit, t('bid.kept'));
  return (
    <section className={styles.stack} aria-label={t('deposit.title')}>
      <Heading size={16}>{t('deposit.title')}</Heading>
      <p>{rule}</p>
      <PayAmount
        currency={work.currency}
        amount={margin}
        limited={work.current_bid ?? work.price}
        action={t('deposit.pay', { amount })}
        what={t('deposit.what', { amount, name: work.name })}
        approval={deposit}
        onAsk={() => deposit.ask({ deposit: margin, currency: work.currency })}
        title={t('deposit.title')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('sale.deposit'), value: amount, strong: true },
        ]}
        note={rule}
      />
    </section>
  );
}
