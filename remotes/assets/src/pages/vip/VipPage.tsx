import { useLevels } from '@tessera/api/kyc';
import { useVip } from '@tessera/api/vip';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Loaded, LogInFirst, Page, Skeleton, Stack, Text } from '@tessera/ui';
import { LevelCard } from './LevelCard.tsx';
import { Standing } from './Standing.tsx';

/** VIP levels: the user's own with the way to the next, and what each gives. */
export default function VipPage() {
  const t = useTexts('assets');
  const signedIn = useSession() !== null;
  const levels = useLevels();
  const vip = useVip();
  const failed = [levels, ...(signedIn ? [vip] : [])].find(({ data, error }) => !data && error);
  return (
    <Page title={t('routes.fund.vip')} back>
      {failed ? (
        <Loaded<unknown> query={failed} />
      ) : (
        <Stack gap={3} page>
          {!signedIn && <LogInFirst compact />}
          {signedIn && (
            <Loaded query={vip} waiting={<Skeleton height="14rem" />}>
              {(state) => <Standing state={state} />}
            </Loaded>
          )}
          <Text>{t('vip.volumeRule')}</Text>
          <Loaded query={levels} waiting={[0, 1, 2].map((level) => <Skeleton key={level} height="10rem" />)}>
            {({ list }) =>
              list.map((level) => (
                <LevelCard key={level.level} level={level} own={signedIn && vip.data?.level === level.level} />
              ))
            }
          </Loaded>
        </Stack>
      )}
    </Page>
  );
}
