import { useFollowing, useTrader } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { Loaded, Page } from '@tessera/ui';
import { NoTrader } from '../../copytrading/NoTrader.tsx';
import { FollowForm } from './FollowForm.tsx';

/** How a trader is copied: to begin, to change, to end. */
export default function FollowPage() {
  const t = useTexts('trading/copytrading');
  const [{ trader_user_id: traderId }] = useScreenParams('/pages/follow/follow', { trader_user_id: 'string?' });
  const trader = useTrader(traderId === undefined ? null : { trader_user_id: traderId });
  const following = useFollowing();
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
        />
      )}
    </Page>
  );
}
