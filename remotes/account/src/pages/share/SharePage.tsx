import { type UserInfo, useUserInfo } from '@tessera/api/identity';
import { canShare } from '@tessera/device';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, Heading, Loaded, Page, Skeleton, Stack, showToast, Text } from '@tessera/ui';
import { invitationLink, QrCode, shareLink } from '@tessera/ui/content';
import { Download, Share2 } from 'lucide-react';
import { CopyButton } from '../../copy/CopyButton.tsx';
import { saveInvitation } from './invitation-picture.ts';
import { Rewards } from './Rewards.tsx';
import styles from './SharePage.module.css';

type CopiedProps = { readonly label: string; readonly text: string; readonly copy: string };

const Copied = ({ label, text, copy }: CopiedProps) => (
  <div className={styles.copied}>
    <div>
      <Text>{label}</Text>
      <p className={styles.text} dir="ltr">
        {text}
      </p>
    </div>
    <CopyButton label={copy} text={text} />
  </div>
);

function Invitation({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const link = invitationLink(user.extension_code, location.href);
  const save = () =>
    void saveInvitation({ title: t('share.title'), scan: t('share.scan'), code: user.extension_code, link }).catch(
      (error: unknown) => showToast(problemText(error), 'error'),
    );
  return (
    <Stack gap={4} page>
      <header className={styles.lead}>
        <Heading size={20}>{t('share.title')}</Heading>
        <p>{t('share.text')}</p>
      </header>
      <div className={styles.card}>
        <QrCode label={t('share.qr')} caption={t('share.scan')} content={link} />
        <Copied label={t('share.code')} text={user.extension_code} copy={t('share.copyCode')} />
        <Copied label={t('share.link')} text={link} copy={t('share.copyLink')} />
      </div>
      {canShare() && (
        <Button size="l" block icon={<Share2 />} onClick={() => void shareLink(t('share.title'), link)}>
          {t('routes.setting.share')}
        </Button>
      )}
      <Button variant="secondary" block icon={<Download />} onClick={save}>
        {t('share.picture')}
      </Button>
      <Rewards />
    </Stack>
  );
}

export default function SharePage() {
  const t = useTexts('account');
  const query = useUserInfo();
  return (
    <Page title={t('routes.setting.share')} back>
      <Loaded query={query} waiting={<Skeleton height="24rem" />}>
        {(user) => <Invitation user={user} />}
      </Loaded>
    </Page>
  );
}
