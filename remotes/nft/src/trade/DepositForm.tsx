import { ApiError } from '@tessera/api';
import { type ArtworkDetail, usePayDeposit } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { Button, showToast, useLocale } from '@tessera/ui';
import { Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import { priceFigure } from '../figures.ts';
import { useTermTexts } from '../works/use-term-texts.ts';
import { Funds } from './Funds.tsx';
import { PaySheet } from './PaySheet.tsx';
import styles from './Trade.module.css';
import { useAvailable } from './use-available.ts';

type Props = { readonly work: ArtworkDetail; readonly margin: string; readonly onChanged: () => void };

/** The deposit that opens the bidding to the user. */
export function DepositForm({ work, margin, onChanged }: Props) {
  const t = useTexts('nft');
  const terms = useTermTexts(work.terms);
  const locale = useLocale();
  const available = useAvailable(work.currency);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const amount = priceFigure(margin, work.currency, locale);
  const deposit = usePayDeposit({
    subject: work.code,
    onDone() {
      setConfirming(false);
      showToast(t('deposit.done'), 'success');
      onChanged();
    },
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setProblem(problemText(error));
      setConfirming(false);
      showToast(problemText(error), 'error');
      onChanged();
    },
    onUnresolved: () => setConfirming(false),
  });
  return (
    <section className={styles.stack} aria-label={t('deposit.title')}>
      <h2 className={styles.title}>{t('deposit.title')}</h2>
      <p>
        {terms.deposit} {t('bid.kept')}
      </p>
      {deposit.unresolved && (
        <Unresolved busy={deposit.busy} onRepeat={deposit.repeat}>
          {t('deposit.what', { amount, name: work.name })}
        </Unresolved>
      )}
      <Funds currency={work.currency} needed={margin} />
      <Button
        size="l"
        block
        disabled={available === undefined || cmp(available, margin) < 0 || deposit.unresolved !== null}
        onClick={() => {
          setProblem(null);
          setConfirming(true);
        }}
      >
        {t('deposit.pay', { amount })}
      </Button>
      <PaySheet
        open={confirming}
        title={t('deposit.title')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('sale.deposit'), value: amount, strong: true },
        ]}
        note={`${terms.deposit} ${t('bid.kept')}`}
        busy={deposit.busy}
        problem={problem}
        onKey={(key) => {
          setProblem(null);
          deposit.run({ code: work.code, key });
        }}
        onClose={() => setConfirming(false)}
      />
    </section>
  );
}
