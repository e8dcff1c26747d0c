import { useMutation } from '@tessera/query';
import { Button, Mark } from '@tessera/ui';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { CircleAlert, Info } from '@tessera/ui/icons';
import { type FormEvent, useState } from 'react';
import { useServices } from '../app/services.ts';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import styles from './LogInScreen.module.css';
import type { SignedOutReason } from './staff-session.ts';

/** Staff log in; `reason` explains why the previous session ended. */
export function LogInScreen({ reason }: { readonly reason: SignedOutReason }) {
  const { logIn: sendLogIn, session } = useServices();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const logIn = useMutation({
    mutationFn: () => sendLogIn({ user_string: account.trim(), password }),
    onSuccess: ({ token, expires_at, staff: { name, role } }) =>
      session.open({ token, expiresAt: expires_at, member: { name, role } }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = account.trim() === '' || password === '';
    setIncomplete(missing);
    if (!missing) logIn.mutate();
  };
  const problem = incomplete ? texts.login.incomplete : logIn.error && problemText(logIn.error);

  return (
    <main className={styles.screen}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.brand}>
          <Mark />
          {texts.product} <span className={styles.console}>{texts.console}</span>
        </p>
        <h1 className={styles.title}>{texts.login.title}</h1>
        <p className={styles.lead}>{texts.login.lead}</p>
        {reason && !problem && (
          <Notice tone={reason === 'left' ? 'info' : 'warn'} icon={<Info />}>
            <p>{texts.login.reasons[reason]}</p>
          </Notice>
        )}
        <div className={styles.fields}>
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
        </div>
        {problem && (
          <Notice tone="danger" icon={<CircleAlert />} urgent>
            <p>{problem}</p>
          </Notice>
        )}
        <Button type="submit" size="l" block busy={logIn.isPending}>
          {texts.login.submit}
        </Button>
        <p className={styles.help}>{texts.login.help}</p>
      </form>
    </main>
  );
}
