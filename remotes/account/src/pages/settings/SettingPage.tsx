import { bus, type SessionUser } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Avatar, LogInFirst, Page, Stack, Text } from '@tessera/ui';
import { AskedButton, useQuestion } from '@tessera/ui/forms';
import { ChevronRight } from 'lucide-react';
import manifest from '../../../package.json' with { type: 'json' };
import { AccountLinks, MoreLinks } from './Links.tsx';
import { Preferences } from './Preferences.tsx';
import styles from './SettingPage.module.css';

function Profile({ user }: { readonly user: SessionUser }) {
  const t = useTexts('account');
  return (
    <ScreenLink className={styles.profile} to={screenUrl('/pages/setting/userInfo')}>
      <Avatar name={user.nickname} src={user.avatar} size="l" />
      <span className={styles.names}>
        <strong>{user.nickname}</strong>
        <Text as="span">{user.accountName}</Text>
        <Text as="span">{t('settings.uid', { uid: user.uid })}</Text>
      </span>
      <ChevronRight className={styles.arrow} />
    </ScreenLink>
  );
}

function LogOut() {
  const t = useTexts('account');
  const common = useTexts('common');
  const question = useQuestion();
  return (
    <AskedButton
      question={question}
      command={null}
      label={common('logout')}
      button={{ size: 'l', block: true }}
      title={t('settings.logoutTitle')}
      confirmLabel={common('logout')}
      tone="danger"
      onConfirm={() => {
        question.close();
        bus.request('logout.request', undefined);
      }}
    >
      {t('settings.logoutText')}
    </AskedButton>
  );
}

export default function SettingPage() {
  const t = useTexts('account');
  const session = useSession();
  return (
    <Page title={t('routes.setting.setting')} back>
      <Stack gap={5} page>
        {session ? <Profile user={session.user} /> : <LogInFirst compact />}
        <Preferences signedIn={session !== null} />
        {session && <AccountLinks />}
        <MoreLinks guest={session === null} />
        {session && <LogOut />}
        <Text align="center">{t('settings.version', { version: manifest.version })}</Text>
      </Stack>
    </Page>
  );
}
