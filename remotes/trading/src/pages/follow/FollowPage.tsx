import { useFollowing, useTrader } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Loaded, Page } from '@tessera/ui';
import { useResult } from '@tessera/ui/result';
import { NoTrader } from '../../copytrading/NoTrader.tsx';
import { FollowForm } from './FollowForm.tsx';

/** How a trader is copied: to begin, to change, to end. */
export default function FollowPage() {
  const t = useTexts('trading/copytrading');
  const [{ trader_user_id: traderId }] = useScreenParams('/pages/follow/follow', { trader_user_id: 'string?' });
  const trader = useTrader(traderId === undefined ? null : { trader_user_id: traderId });
  const following = useFollowing();
  const open = useOpenScreen();
  // The form begins anew with the follow that it makes.
  const result = useResult(() =>
    open(screenUrl('/pages/copytrade/trader', { trader_user_id: traderId }), { replace: true }),
  );
  return (
    <Page title={t('routes.follow.follow', { ns: 'trading' })} back>
      {traderId === undefined && <NoTrader />}
      {traderId !== undefined && <Loaded<unknown> query={trader.data ? following : trader} />}
      {trader.data && following.data && (
        <FollowForm
          // What was typed belongs to one trader, and to one follow of this trader.
          key={`${traderId} ${following.data.list.find(({ status }) => status === 'following')?.id}`}
          trader={trader.data}
          follow={following.data.list.find(
            ({ status, trader_user_id }) => status === 'following' && trader_user_id === traderId,
          )}
          available={following.data.available}
          onDone={result.show}
        />
      )}
      {result.screen}
    </Page>
  );
}
