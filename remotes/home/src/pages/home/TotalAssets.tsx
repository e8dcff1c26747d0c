import { useWallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatFiat, isZero } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useFiat, useLanguage } from '@tessera/session';
import { hideAmounts } from '@tessera/storage';
import { Button, Card, Heading, HIDDEN_AMOUNT, IconButton, Loaded, Skeleton, Text } from '@tessera/ui';
import { optionalPart } from '@tessera/ui/optional-part';
import { Eye, EyeOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styles from './HomePage.module.css';
import { later } from './load-later.ts';

const Gains = later((all) => all.Gains);

/** Fetched for new users only. */
const FirstSteps = optionalPart(
  async () => (await import('@tessera/ui/first-steps')).loadFirstSteps(),
  <Skeleton height="17rem" />,
);

/** The value of all funds of the user, in the chosen fiat currency. */
export function TotalAssets() {
  const t = useTexts('home');
  const { locale } = useLanguage();
  const fiat = useFiat();
  const wallets = useWallets();
  // Read without an atom: home is in the first bundle, jotai is not.
  const hidden = useSyncExternalStore(hideAmounts.subscribe, hideAmounts.read);
  if (wallets.isError && !wallets.data) {
    return (
      <Card>
        <Loaded query={wallets} compact />
      </Card>
    );
  }
  if (wallets.data && isZero(wallets.data.total)) {
    return (
      <div data-testid="home-total">
        <FirstSteps />
      </div>
    );
  }
  return (
    <Card>
      <div className={styles.totalHead}>
        <Heading tone="weak" size={12} weight="normal">
          {t('total', { fiat: fiat.code })}
        </Heading>
        <IconButton
          label={hidden ? t('show') : t('hide')}
          icon={hidden ? <EyeOff /> : <Eye />}
          aria-pressed={hidden}
          onClick={() => hideAmounts.write(!hidden)}
        />
      </div>
      <ScreenLink className={styles.figure} to={screenUrl('/pages/fund/assets')}>
        <Loaded query={wallets} waiting={<Skeleton width="11rem" height="2.25rem" />}>
          {({ total, total_btc }) => (
            <>
              <strong data-testid="home-total">{hidden ? HIDDEN_AMOUNT : formatFiat(total, fiat, locale)}</strong>
              <Text as="span" weight="normal">
                ≈ {hidden ? HIDDEN_AMOUNT : `${formatAmount(total_btc, 8, locale)} BTC`}
              </Text>
            </>
          )}
        </Loaded>
      </ScreenLink>
      <div className={styles.gains}>{wallets.data && <Gains hidden={hidden} />}</div>
      <div className={styles.actions}>
        <Button to={screenUrl('/pages/fund/receive')}>{t('deposit')}</Button>
        <Button variant="secondary" to={screenUrl('/pages/fund/withdraw')}>
          {t('withdraw')}
        </Button>
        <Button variant="secondary" to={screenUrl('/pages/fund/transfer', { from: 'change', to: 'lever' })}>
          {t('transfer')}
        </Button>
      </div>
    </Card>
  );
}
