import { useOrdersToPay, useSaleTerms } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { EmptyState, Loaded, SkeletonRows, Stack, Text } from '@tessera/ui';
import { PayRest } from '../trade/PayRest.tsx';
import { WorkLine } from '../trade/WorkLine.tsx';
import { useTermTexts } from '../works/use-term-texts.ts';

/** ms; until the terms of the exchange are there. */
const DAY = 86_400_000;
const USUAL = { fee_bp: 0, forfeit_bp: 0, deposit_bp: 0, pay_within: DAY, extension: 600_000 };

/** Won auctions that wait for the rest of the price, with the time that is left. */
export function ToPay() {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const query = useOrdersToPay();
  const { data, refetch } = query;
  const terms = useSaleTerms();
  const texts = useTermTexts(terms.data ?? USUAL);
  if (!data) return <Loaded query={query} waiting={<SkeletonRows count={3} />} />;
  if (data.list.length === 0) {
    return <EmptyState illustration="orders" title={t('mine.none.pay')} text={t('mine.noneText.pay')} />;
  }
  return (
    <Stack as="ul" gap={4} aria-label={t('mine.tabs.pay')}>
      {data.list.map((order) => (
        <Stack as="li" gap={2} key={order.id}>
          <WorkLine work={order.work} />
          {order.offer === 'second' && <Text tone="normal">{t('rest.offered')}</Text>}
          {order.pay_until !== null && (
            <PayRest
              work={order.work}
              order={{ id: order.id, due: order.due, pay_until: order.pay_until }}
              rule={terms.data ? texts.rest : ''}
              onPaid={(paid) => open(screenUrl('/pages/nft/myNft', { code: paid.work.code }))}
              onChanged={() => void refetch()}
            />
          )}
        </Stack>
      ))}
    </Stack>
  );
}
