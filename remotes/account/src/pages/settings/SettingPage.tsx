import { bus, type SessionUser } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Avatar, Button, LogInFirst, Page, Stack, Text } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
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
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" size="l" block onClick={() => setAsking(true)}>
        {common('logout')}
      </Button>
      <Dialog
        open={asking}
        title={t('settings.logoutTitle')}
        confirmLabel={common('logout')}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          bus.request('logout.request', undefined);
        }}
        onClose={() => setAsking(false)}
      >
        {t('settings.logoutText')}
      </Dialog>
    </>
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
