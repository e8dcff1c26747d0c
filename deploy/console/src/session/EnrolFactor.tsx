import { createPasskey, hasPasskeys } from '@tessera/api/security/passkeys';
import type { StaffEnrolment, StaffSignedIn } from '@tessera/api/staff';
import { useMutation } from '@tessera/query';
import { Button, Stack, Text } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { QrCode } from '@tessera/ui/content';
import { CircleAlert } from '@tessera/ui/icons';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { Notice } from '../notice/Notice.tsx';
import { passkeyProblem, problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import styles from './LogInScreen.module.css';
import type { Credentials } from './log-in-step.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = {
  readonly credentials: Credentials;
  readonly enrolment: StaffEnrolment;
  readonly onSignedIn: (signedIn: StaffSignedIn) => void;
};

/** The first log-in of a member: sets up an authenticator or a passkey. */
export function EnrolFactor({ credentials, enrolment, onSignedIn }: Props) {
  const { confirmFactor } = useServices();
  const [totp, setTotp] = useState('');
  const confirm = useMutation({
    mutationFn: (proof: { readonly totp?: string; readonly passkey?: string }) =>
      confirmFactor({ ...credentials, ...proof }),
    onError: () => setTotp(''),
  });
  const create = useMutation({
    mutationFn: () => createPasskey(enrolment.options),
    onSuccess: (passkey) => confirm.mutate({ passkey }),
  });
  if (confirm.data) {
    const enrolled = confirm.data;
    return <RecoveryCodes codes={enrolled.recovery_codes} onDone={() => onSignedIn(enrolled)} />;
  }
  const problem = (confirm.error && problemText(confirm.error)) ?? (create.error && passkeyProblem(create.error));
  return (
    <Stack gap={4} shrinks>
      <Text size="inherit">{texts.login.enrolLead}</Text>
      <QrCode label={texts.login.qr} content={enrolment.uri} />
      <Text>
        {texts.login.key} <code className={styles.secret}>{enrolment.secret}</code>
      </Text>
      <CodeInput
        label={texts.login.code}
        value={totp}
        disabled={confirm.isPending}
        onChange={setTotp}
        onComplete={(digits) => confirm.mutate({ totp: digits })}
      />
      {problem && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{problem}</p>
        </Notice>
      )}
      {hasPasskeys() && (
        <Button
          variant="secondary"
          size="l"
          block
          busy={create.isPending || confirm.isPending}
          onClick={() => create.mutate()}
        >
          {texts.login.createPasskey}
        </Button>
      )}
    </Stack>
  );
}
