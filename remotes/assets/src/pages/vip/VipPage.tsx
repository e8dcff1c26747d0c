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
          {signedIn && (vip.data ? <Standing state={vip.data} /> : <Skeleton height="14rem" />)}
          <Text>{t('vip.volumeRule')}</Text>
          {!levels.data && [0, 1, 2].map((level) => <Skeleton key={level} height="10rem" />)}
          {levels.data?.list.map((level) => (
            <LevelCard key={level.level} level={level} own={signedIn && vip.data?.level === level.level} />
          ))}
        </Stack>
      )}
    </Page>
  );
}
