import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState } from '@tessera/ui';

/** In place of the trader whom an address does not name: the way to those that there are. */
export function NoTrader() {
  const t = useTexts('trading/copytrading');
  return (
    <EmptyState
      illustration="search"
      title={t('copy.trader.missing')}
      action={<Button to={screenUrl('/pages/follow/index')}>{t('routes.follow.index', { ns: 'trading' })}</Button>}
    />
  );
}
