import { useOrdersToPay, useUnreadMessages } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { withTexts } from '@tessera/i18n/with-texts';
import { useScreenParams } from '@tessera/router';
import { Page, SkeletonRows, Tabs } from '@tessera/ui';
import { lazyPart } from '@tessera/ui/lazy-part';
import { MyBoxes } from '../../draws/MyBoxes.tsx';
import { Favourites } from '../../mine/Favourites.tsx';
import { Messages } from '../../mine/Messages.tsx';
import { MyBids } from '../../mine/MyBids.tsx';
import { MyWorks } from '../../mine/MyWorks.tsx';
import { ToPay } from '../../mine/ToPay.tsx';

const Studio = lazyPart(
  withTexts(
    'nft/studio',
    (code) => import(`../../studio/i18n/${code}.json`),
    () => import('../../studio/Studio.tsx'),
  ),
);

const TABS = ['owned', 'boxes', 'selling', 'sold', 'bids', 'pay', 'messages', 'favourites', 'studio'] as const;

/** Everything of the user's on the marketplace. */
export default function MinePage() {
  const t = useTexts('nft');
  const [{ tab = 'owned' }, replace] = useScreenParams('/pages/nft/mine', {
    tab: 'owned|boxes|selling|sold|bids|pay|messages|favourites|studio?',
  });
  const due = useOrdersToPay().data?.list.length ?? 0;
  const unread = useUnreadMessages().data ?? 0;
  const counts: Partial<Record<(typeof TABS)[number], number>> = {
    ...(due > 0 && { pay: due }),
    ...(unread > 0 && { messages: unread }),
  };
  return (
    <Page
      title={t('routes.nft.mine')}
      back
      header={
        <Tabs
          label={t('routes.nft.mine')}
          items={TABS.map((id) => ({ id, label: t(`mine.tabs.${id}`), count: counts[id] }))}
          value={tab}
          onChange={(next) => replace({ tab: next })}
        />
      }
    >
      {tab === 'owned' && <MyWorks key={tab} state="owned" />}
      {tab === 'boxes' && <MyBoxes />}
      {tab === 'selling' && <MyWorks key={tab} state="reselling" />}
      {tab === 'sold' && <MyWorks key={tab} state="resold" />}
      {tab === 'bids' && <MyBids />}
      {tab === 'pay' && <ToPay />}
      {tab === 'messages' && <Messages />}
      {tab === 'favourites' && <Favourites />}
      {tab === 'studio' && <Studio props={{}} waiting={<SkeletonRows count={4} />} />}
    </Page>
  );
}
