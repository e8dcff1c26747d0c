import type { StaffEnrolment, StaffSignedIn } from '@tessera/api/staff';
import { useMutation } from '@tessera/query';
import { Button, Heading, Mark, Span, Stack, Text } from '@tessera/ui';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { CircleAlert, Info } from '@tessera/ui/icons';
import { type FormEvent, useState } from 'react';
import { useServices } from '../app/services.ts';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { EnrolFactor } from './EnrolFactor.tsx';
import styles from './LogInScreen.module.css';
import { type Credentials, type NextStep, nextStepOf } from './log-in-step.ts';
import { SecondStep } from './SecondStep.tsx';
import type { SignedOutReason } from './staff-session.ts';

/** What follows the right password. */
type Step = { readonly credentials: Credentials } & (
  | Extract<NextStep, { readonly kind: 'prove' }>
  | { readonly kind: 'enrol'; readonly enrolment: StaffEnrolment }
);

type PasswordStepProps = {
  readonly reason: SignedOutReason;
  readonly onSignedIn: (signedIn: StaffSignedIn) => void;
  readonly onStep: (step: Step) => void;
};

function PasswordStep({ reason, onSignedIn, onStep }: PasswordStepProps) {
  const { logIn: sendLogIn, beginFactor } = useServices();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const credentials: Credentials = { user_string: account.trim(), password };
  const enrol = useMutation({
    mutationFn: beginFactor,
    onSuccess: (enrolment) => onStep({ kind: 'enrol', credentials, enrolment }),
  });
  const logIn = useMutation({
    mutationFn: () => sendLogIn(credentials),
    onSuccess: onSignedIn,
    onError(error) {
      const next = nextStepOf(error);
      if (next?.kind === 'enrol') enrol.mutate(credentials);
      else if (next) onStep({ ...next, credentials });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = account.trim() === '' || password === '';
    setIncomplete(missing);
    if (!missing) logIn.mutate();
  };
  const failure = enrol.error ?? (nextStepOf(logIn.error) ? null : logIn.error);
  const problem = incomplete ? texts.login.incomplete : failure && problemText(failure);

  return (
    <Stack as="form" gap={4} shrinks onSubmit={submit} noValidate>
      <Text size="inherit">{texts.login.lead}</Text>
      {reason && !problem && (
        <Notice tone={reason === 'left' ? 'info' : 'warn'} icon={<Info />}>
          <p>{texts.login.reasons[reason]}</p>
        </Notice>
      )}
      <Stack gap={1}>
        <TextInput
          label={texts.login.account}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={account}
          onChange={setAccount}
        />
        <PasswordInput
          label={texts.login.password}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      </Stack>
      {problem && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{problem}</p>
        </Notice>
      )}
      <Button type="submit" size="l" block busy={logIn.isPending || enrol.isPending}>
        {texts.login.submit}
      </Button>
      <Text>{texts.login.help}</Text>
    </Stack>
  );
}

/** Staff log in; `reason` explains why the previous session ended. */
export function LogInScreen({ reason }: { readonly reason: SignedOutReason }) {
  const { session } = useServices();
  const [step, setStep] = useState<Step | null>(null);
  const open = ({ token, expires_at, staff: { name, role } }: StaffSignedIn) =>
    session.open({ token, expiresAt: expires_at, member: { name, role } });
  return (
    <main className={styles.screen}>
      <div className={styles.form}>
        <p className={styles.brand}>
          <Mark />
          {texts.product}{' '}
          <Span tone="weak" weight="normal">
            {texts.console}
          </Span>
        </p>
        <Heading as="h1" size={28}>
          {step?.kind === 'enrol' ? texts.login.enrolTitle : texts.login.title}
        </Heading>
        {!step && <PasswordStep reason={reason} onSignedIn={open} onStep={setStep} />}
        {step?.kind === 'prove' && <SecondStep {...step} onSignedIn={open} onBack={() => setStep(null)} />}
        {step?.kind === 'enrol' && <EnrolFactor {...step} onSignedIn={open} />}
      </div>
    </main>
  );
}
