import { type UserInfo, useSendCode, useUserInfo } from '@tessera/api/identity';
import { useBindContact, useSendOwnCode } from '@tessera/api/security';
import { bindContactInput } from '@tessera/api/security/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Heading, Loaded, Page, SkeletonRows, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { CodeField } from '@tessera/ui/codes';
import { TextInput } from '@tessera/ui/forms';
import { PhoneInput } from '@tessera/ui/places';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';
import styles from './BindContactPage.module.css';

type Kind = 'email' | 'mobile';

/** By which contact its owner agrees to a new one of a kind: the one that is replaced, else the e-mail address or number. */
const kindsOf = (kind: Kind): readonly Kind[] => [kind, 'email', 'mobile'];

/** The code to a contact that the account has, and the way out for who cannot read it any more. */
function FormerCode({
  kind,
  contact,
  to,
  field,
  onRejected,
}: {
  readonly kind: Kind;
  readonly contact: string;
  /** The new one, which the code is for. */
  readonly to: string;
  readonly onRejected: (error: unknown) => void;
  readonly field: {
    readonly value: string;
    readonly onChange: (digits: string) => void;
    readonly error?: string | null;
  };
}) {
  const t = useTexts('account');
  const code = useSendOwnCode({ onRejected });
  return (
    <Stack as="section" gap={2} below={3}>
      <Heading size={14}>{t('bind.former', { contact })}</Heading>
      <CodeField
        {...field}
        sent={code.output}
        sending={code.busy}
        onSend={to === '' ? undefined : () => code.run({ scene: 'change_contact', loginActive: kind, user_string: to })}
      />
      <Text>
        {t('bind.lost')}{' '}
        <ScreenLink className={styles.link} to={screenUrl('/pages/common/contactus')}>
          {t('routes.common.contactus')}
        </ScreenLink>
      </Text>
    </Stack>
  );
}

function BindForm({ kind, user }: { readonly kind: Kind; readonly user: UserInfo }) {
  const t = useTexts('account');
  const locale = useLocale();
  const open = useOpenScreen();
  const { guard, sheet } = useConfirmation();
  const former = user[kind];
  const agreeing = kindsOf(kind).find((each) => user[each] !== null);
  const contact = agreeing === undefined ? null : user[agreeing];
  const form = useContractForm(bindContactInput, {
    initial: { user_string: '', code: '', email_code: '' },
    required: contact === null ? ['user_string', 'code'] : ['user_string', 'code', 'email_code'],
    toInput: ({ email_code, ...values }) => ({ ...values, loginActive: kind, ...(contact !== null && { email_code }) }),
  });
  const code = useSendCode({ onRejected: form.reject });
  const bind = useBindContact({
    onDone({ withdrawals_blocked_until }) {
      showToast(t('bind.done', { time: formatDayTime(withdrawals_blocked_until, locale) }), 'success');
      open(screenUrl('/pages/setting/security'), { replace: true });
    },
    onRejected: form.reject,
  });
  const to = form.values.user_string.trim();
  const email = kind === 'email';
  return (
    <>
      <Stack as="form" gap={2} page onSubmit={form.submit((input) => guard(() => bind.run(input)))} noValidate>
        <Text size="inherit" below={2}>
          {t('bind.note')}
        </Text>
        <Stack as="section" gap={2} below={3}>
          <Heading size={14}>{t(email ? 'bind.newEmail' : 'bind.newMobile')}</Heading>
          {email ? (
            <TextInput
              label={t('content.email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              {...form.field('user_string')}
            />
          ) : (
            <PhoneInput label={t('content.phone')} {...form.field('user_string')} />
          )}
          <CodeField
            {...form.field('code')}
            sent={code.output}
            sending={code.busy}
            onSend={
              to === '' ? undefined : () => code.run({ user_string: to, scene: email ? 'bind_email' : 'bind_mobile' })
            }
          />
        </Stack>
        {agreeing !== undefined && contact !== null && (
          <FormerCode
            kind={agreeing}
            contact={contact}
            to={to}
            field={form.field('email_code')}
            onRejected={form.reject}
          />
        )}
        <Button type="submit" size="l" block busy={bind.busy}>
          {t(former === null ? 'bind.link' : 'bind.change')}
        </Button>
      </Stack>
      {sheet}
    </>
  );
}

/** Links an e-mail address or phone number, or changes the one that is linked. */
export default function BindContactPage() {
  const t = useTexts('account');
  const [{ kind }] = useScreenParams('/pages/setting/bind', { kind: 'string' });
  const query = useUserInfo();
  const asked: Kind = kind === 'mobile' ? 'mobile' : 'email';
  return (
    <Page title={t(asked === 'email' ? 'content.email' : 'content.phone')} back>
      <Loaded query={query} waiting={<SkeletonRows count={4} />}>
        {(user) => <BindForm key={asked} kind={asked} user={user} />}
      </Loaded>
    </Page>
  );
}
