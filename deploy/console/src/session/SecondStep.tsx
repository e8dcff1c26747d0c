import { hasPasskeys, signWithPasskey } from '@tessera/api/security/passkeys';
import type { StaffSignedIn } from '@tessera/api/staff';
import { useMutation } from '@tessera/query';
import { Button, Stack, Text } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { TextInput } from '@tessera/ui/forms';
import { CircleAlert } from '@tessera/ui/icons';
import { type FormEvent, useState } from 'react';
import { useServices } from '../app/services.ts';
import { Notice } from '../notice/Notice.tsx';
import { passkeyProblem, problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import type { Credentials } from './log-in-step.ts';

type Proof = { readonly totp?: string; readonly recovery_code?: string; readonly passkey?: string };

type Props = {
  readonly credentials: Credentials;
  /** What the account has besides recovery codes. */
  readonly code: boolean;
  readonly passkey: boolean;
  readonly onSignedIn: (signedIn: StaffSignedIn) => void;
  readonly onBack: () => void;
};

/** The second factor, after the password. */
export function SecondStep({ credentials, code, passkey, onSignedIn, onBack }: Props) {
  const { logIn, beginPasskey } = useServices();
  const [totp, setTotp] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  const [recovering, setRecovering] = useState(false);
  const prove = useMutation({
    mutationFn: (proof: Proof) => logIn({ ...credentials, ...proof }),
    onSuccess: onSignedIn,
    onError: () => setTotp(''),
  });
  const sign = useMutation({
    mutationFn: async () => signWithPasskey((await beginPasskey()).options),
    onSuccess: (response) => prove.mutate({ passkey: response }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prove.mutate(recovering ? { recovery_code: recoveryCode } : { totp });
  };
  const problem = (prove.error && problemText(prove.error)) ?? (sign.error && passkeyProblem(sign.error));
  return (
    <Stack as="form" gap={4} shrinks onSubmit={submit} noValidate>
      <Text size="inherit">{texts.login.secondLead}</Text>
      {code && !recovering && (
        <CodeInput
          label={texts.login.code}
          autoFocus
          value={totp}
          onChange={setTotp}
          onComplete={(digits) => prove.mutate({ totp: digits })}
        />
      )}
      {recovering && (
        <TextInput
          label={texts.login.recoveryCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          value={recoveryCode}
          onChange={setRecoveryCode}
        />
      )}
      {problem && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{problem}</p>
        </Notice>
      )}
      {(code || recovering) && (
        <Button type="submit" size="l" block busy={prove.isPending}>
          {texts.login.submit}
        </Button>
      )}
      {passkey && !recovering && hasPasskeys() && (
        <Button
          variant={code ? 'secondary' : 'primary'}
          size="l"
          block
          busy={sign.isPending || (!code && prove.isPending)}
          onClick={() => sign.mutate()}
        >
          {texts.login.usePasskey}
        </Button>
      )}
      {!recovering && (
        <Button variant="ghost" onClick={() => setRecovering(true)}>
          {texts.login.useRecoveryCode}
        </Button>
      )}
      <Button variant="ghost" onClick={onBack}>
        {texts.login.back}
      </Button>
    </Stack>
  );
}
