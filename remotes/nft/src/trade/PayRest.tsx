import { ApiError } from '@tessera/api';
import { type Artwork, type NftOrder, usePayOrder } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { Button, KeyValue, showToast, useLocale } from '@tessera/ui';
import { Countdown, Explained } from '@tessera/ui/content';
import { Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import { priceFigure } from '../figures.ts';
import { Funds } from './Funds.tsx';
import { PaySheet } from './PaySheet.tsx';
import styles from './Trade.module.css';
import { useAvailable } from './use-available.ts';

type Props = {
  readonly work: Pick<Artwork, 'name' | 'currency'>;
  readonly order: { readonly id: string; readonly due: string; readonly pay_until: number };
  /** What happens when it is not paid. */
  readonly rule: string;
  readonly onPaid: (order: NftOrder) => void;
  readonly onChanged: () => void;
};

/** The rest of the price of a won auction, while there is time. */
export function PayRest({ work, order, rule, onPaid, onChanged }: Props) {
  const t = useTexts('nft');
  const locale = useLocale();
  const available = useAvailable(work.currency);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const amount = priceFigure(order.due, work.currency, locale);
  const pay = usePayOrder({
    subject: order.id,
    onDone: onPaid,
    onRejected(error) {
      if (error instanceof ApiError && error.code.startsWith('key_')) return setProblem(problemText(error));
      setConfirming(false);
      showToast(problemText(error), 'error');
      onChanged();
    },
    onUnresolved: () => setConfirming(false),
  });
  return (
    <section className={styles.due} aria-label={t('rest.title')}>
      <div className={styles.between}>
        <strong>{t('rest.title')}</strong>
        <Countdown until={order.pay_until} now={serverNow} onEnd={onChanged} />
      </div>
      <KeyValue
        items={[
          {
            label: t('rest.due'),
            value: <Explained title={t('rest.due')} value={amount} note={rule} />,
            strong: true,
          },
        ]}
      />
      {pay.unresolved && (
        <Unresolved busy={pay.busy} onRepeat={pay.repeat}>
          {t('rest.what', { amount, name: work.name })}
        </Unresolved>
      )}
      <Funds currency={work.currency} needed={order.due} />
      <Button
        size="l"
        block
        disabled={available === undefined || cmp(available, order.due) < 0 || pay.unresolved !== null}
        onClick={() => {
          setProblem(null);
          setConfirming(true);
        }}
      >
        {t('action.payRest', { amount })}
      </Button>
      <PaySheet
        open={confirming}
        title={t('rest.title')}
        items={[
          { label: t('buy.work'), value: work.name },
          { label: t('rest.due'), value: amount, strong: true },
        ]}
        busy={pay.busy}
        problem={problem}
        onKey={(key) => {
          setProblem(null);
          pay.run({ id: order.id, key });
        }}
        onClose={() => setConfirming(false)}
      />
    </section>
  );
}
