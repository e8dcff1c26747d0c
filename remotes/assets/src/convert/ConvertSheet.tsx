import type { ConversionInput } from '@tessera/api/convert';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { Button, ErrorState, Sheet, SkeletonRows, Text, useLocale } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import { Changed } from '@tessera/ui/forms';
import styles from './Convert.module.css';
import type { Side } from './convert-form.ts';
import { QuoteFigures } from './QuoteFigures.tsx';
import type { useQuote } from './use-quote.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly quote: ReturnType<typeof useQuote>;
  readonly from: Side;
  readonly to: Side;
  readonly busy: boolean;
  /** Why the exchange did not convert at the last quote. */
  readonly problem: string | null;
  /** What the quote before would have paid, which was refused as its price had moved; null where none was. */
  readonly refused: string | null;
  readonly onConfirm: (input: ConversionInput) => void;
  readonly onRenew: () => void;
};

/** The quote to confirm: it stays as it is until it is used, or over. */
export function ConvertSheet({ open, onClose, quote, from, to, busy, problem, refused, onConfirm, onRenew }: Props) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { data, error, isFetching, phase, until } = quote;
  const isFresh = data !== undefined && !error && !isFetching;
  const over = isFresh && (phase === 'over' || problem !== null);
  const confirm = () => {
    if (!data) return;
    const { quote_id, number, from_currency_id, to_currency_id } = data;
    onConfirm({ quote_id, number, from_currency_id, to_currency_id });
  };
  const receiving = (value: string) => `${formatAmount(value, to.scale, locale, { zeros: 'trimmed' })} ${to.code}`;
  const action = data
    ? t('convert.action', {
        amount: formatAmount(data.number, from.scale, locale, { zeros: 'trimmed' }),
        currency: from.code,
      })
    : t('routes.transfer.transfer');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('convert.confirm')}
      footer={
        over ? (
          <Button size="l" block onClick={onRenew}>
            {t('convert.renew')}
          </Button>
        ) : (
          <Button size="l" block busy={busy} disabled={!isFresh || phase === 'early'} onClick={confirm}>
            {action}
          </Button>
        )
      }
    >
      {isFetching && <SkeletonRows count={4} />}
      {error && !isFetching && <ErrorState compact text={problemText(error)} onRetry={onRenew} />}
      {isFresh && (
        <div className={styles.quote}>
          {refused !== null && (
            <Changed
              figures={[{ label: t('convert.receive'), before: receiving(refused), now: receiving(data.receive) }]}
            />
          )}
          <QuoteFigures quote={data} from={from} to={to} isOld={over} />
          <Text tone={over ? 'danger' : 'weak'} role={over ? 'alert' : undefined}>
            {problem ?? (over ? t('convert.expired') : t('convert.validFor'))}{' '}
            {!over && <Countdown key={until} until={until} brief />}
          </Text>
        </div>
      )}
    </Sheet>
  );
}
