import { type UserInfo, useUserInfo } from '@tessera/api/identity';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Badge, Heading, List, ListRow, Loaded, Page, Stack, Text, useLocale } from '@tessera/ui';
import { History, IdCard, KeyRound, Lock, Mail, MailCheck, Phone, ShieldAlert, UserCog } from 'lucide-react';
import { VerificationBadge } from '../../verification/VerificationBadge.tsx';
import { Devices } from './Devices.tsx';
import styles from './SecurityPage.module.css';
import { TwoSteps } from './TwoSteps.tsx';

const Done = ({ done, yes, no }: { readonly done: boolean; readonly yes: string; readonly no: string }) => (
  <Badge tone={done ? 'success' : 'warn'}>{done ? yes : no}</Badge>
);

function Access({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const phone =
    user.mobile ??
    (user.mobile_to_replace ? t('security.numberShared', { number: user.mobile_to_replace }) : t('notLinked'));
  const set = { yes: t('security.set'), no: t('security.notSet') };
  return (
    <section>
      <Heading size={14} below={2}>
        {t('security.access')}
      </Heading>
      <List card label={t('security.access')}>
        <ListRow
          start={<Lock />}
          title={t('security.loginPassword')}
          value={<Done done {...set} />}
          to={screenUrl('/pages/setting/password')}
        />
        <ListRow
          start={<KeyRound />}
          title={t('routes.setting.payPassword')}
          value={<Done done={user.has_pay_password} {...set} />}
          to={screenUrl('/pages/setting/payPassword')}
        />
        <ListRow
          start={<IdCard />}
          title={t('routes.setting.real_mark')}
          value={<VerificationBadge />}
          to={screenUrl('/pages/setting/real_mark')}
        />
        <ListRow
          start={<Mail />}
          title={t('content.email')}
          subtitle={user.email ?? t('notLinked')}
          to={screenUrl('/pages/setting/bind', { kind: 'email' })}
        />
        <ListRow
          start={<Phone />}
          title={t('content.phone')}
          subtitle={phone}
          to={screenUrl('/pages/setting/bind', { kind: 'mobile' })}
        />
        <ListRow
          start={<MailCheck />}
          title={t('routes.setting.antiPhishing')}
          value={<Done done={user.has_anti_phishing} {...set} />}
          to={screenUrl('/pages/setting/antiPhishing')}
        />
      </List>
    </section>
  );
}

function Paused({ until }: { readonly until: number }) {
  const t = useTexts('account');
  const locale = useLocale();
  return (
    <div className={styles.paused} role="status">
      <ShieldAlert />
      <div>
        <Text tone="strong" size={14} weight="medium">
          {t('security.paused', { time: formatDayTime(until, locale) })}
        </Text>
        <p>{t('security.pausedText')}</p>
      </div>
    </div>
  );
}

export default function SecurityPage() {
  const t = useTexts('account');
  const query = useUserInfo();
  const { data: user } = query;
  const pausedUntil = user?.withdrawals_blocked_until ?? null;
  return (
    <Page title={t('routes.setting.security')} back>
      <Loaded query={query} />
      {user && (
        <Stack gap={5} page>
          {pausedUntil !== null && pausedUntil > Date.now() && <Paused until={pausedUntil} />}
          <Access user={user} />
          <TwoSteps />
          <Devices />
          <List card label={t('routes.setting.account')}>
            <ListRow start={<History />} title={t('routes.setting.logins')} to={screenUrl('/pages/setting/logins')} />
            <ListRow start={<UserCog />} title={t('routes.setting.account')} to={screenUrl('/pages/setting/account')} />
          </List>
        </Stack>
      )}
    </Page>
  );
}
