import { useTexts } from '@tessera/i18n';
import { cmp, sub } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, Span, Text, useLocale } from '@tessera/ui';
import { priceFigure } from '../figures.ts';
import styles from './Trade.module.css';
import { useAvailable } from './use-available.ts';

type Props = {
  readonly currency: string;
  /** What has to be paid. */
  readonly needed: string;
};

/** What is available to pay with, and the way to more where that is too little. */
export function Funds({ currency, needed }: Props) {
  const t = useTexts('nft');
  const locale = useLocale();
  const available = useAvailable(currency);
  if (available === undefined) return null;
  const short = cmp(available, needed) < 0;
  return (
    <div className={styles.funds} data-short={short || undefined}>
      <span>
        {t('pay.available')}{' '}
        <Span as="strong" weight="medium">
          {priceFigure(available, currency, locale)}
        </Span>
      </span>
      {short && (
        <>
          <Text tone="danger" role="alert">
            {t('pay.short', { amount: priceFigure(sub(needed, available), currency, locale) })}
          </Text>
          <Button variant="secondary" size="s" to={screenUrl('/pages/transfer/transfer')}>
            {t('pay.convert')}
          </Button>
        </>
      )}
    </div>
  );
}
