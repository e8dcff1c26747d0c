import { type UserInfo, useUserInfo } from '@tessera/api/identity';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { Button, ErrorState, Page, Skeleton, useLocale } from '@tessera/ui';
import { invitationLink, QrCode } from '@tessera/ui/content';
import { Share2 } from 'lucide-react';
import { CopyButton } from '../../copy/CopyButton.tsx';
import styles from './SharePage.module.css';

type CopiedProps = { readonly label: string; readonly text: string; readonly copy: string };

const Copied = ({ label, text, copy }: CopiedProps) => (
  <div className={styles.copied}>
    <div>
      <p className={styles.weak}>{label}</p>
      <p className={styles.text} dir="ltr">
        {text}
      </p>
    </div>
    <CopyButton label={copy} text={text} />
  </div>
);

function Invitation({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const locale = useLocale();
  const link = invitationLink(user.extension_code, location.href);
  // Closing the system's share sheet rejects as well; that is no error to show.
  const share = () => void navigator.share({ title: t('share.title'), url: link }).catch(() => undefined);
  return (
    <div className={styles.sections}>
      <header className={styles.lead}>
        <h2>{t('share.title')}</h2>
        <p>{t('share.text')}</p>
      </header>
      <div className={styles.card}>
        <QrCode label={t('share.qr')} caption={t('share.scan')} content={link} />
        <Copied label={t('share.code')} text={user.extension_code} copy={t('share.copyCode')} />
        <Copied label={t('share.link')} text={link} copy={t('share.copyLink')} />
      </div>
      <div className={styles.count}>
        <span>{t('share.count')}</span>
        <strong>{formatAmount(String(user.invitee_count), 0, locale)}</strong>
      </div>
      {'share' in navigator && (
        <Button size="l" block icon={<Share2 />} onClick={share}>
          {t('routes.setting.share')}
        </Button>
      )}
    </div>
  );
}

export default function SharePage() {
  const t = useTexts('account');
  const { data: user, error, isFetching, refetch } = useUserInfo();
  return (
    <Page title={t('routes.setting.share')} back>
      {!user && error && <ErrorState text={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {!user && !error && <Skeleton height="24rem" />}
      {user && <Invitation user={user} />}
    </Page>
  );
}
