import { type UserInfo, useUserInfo } from '@tessera/api/identity';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { Card, Heading, KeyValue, Loaded, Page, Stack, useLocale } from '@tessera/ui';
import { CopyButton } from '../../copy/CopyButton.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { CreditScore } from './CreditScore.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import styles from './ProfilePage.module.css';

function Details({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const locale = useLocale();
  return (
    <Card>
      <Heading size={14} below={2}>
        {t('profile.details')}
      </Heading>
      <KeyValue
        items={[
          {
            label: 'UID',
            value: (
              <span className={styles.copied}>
                {user.uid}
                <CopyButton label={t('profile.copyUid')} text={user.uid} />
              </span>
            ),
          },
          { label: t('content.email'), value: user.email ?? t('notLinked') },
          { label: t('content.phone'), value: user.mobile ?? t('notLinked') },
          { label: t('profile.vip'), value: `VIP ${user.vip_level}` },
          { label: t('profile.credit'), value: <CreditScore score={user.credit_score} /> },
          { label: t('profile.joined'), value: formatDate(user.created_at, locale) },
        ]}
      />
    </Card>
  );
}

export default function ProfilePage() {
  const t = useTexts('account');
  const query = useUserInfo();
  return (
    <Page title={t('routes.setting.userInfo')} back>
      <Loaded query={query}>
        {(user) => (
          <Stack gap={5} page>
            <AvatarPicker user={user} />
            <ProfileForm nickname={user.nickname} signature={user.signature} />
            <Details user={user} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
