import { ApiError } from '@tessera/api';
import { beginConfirm, type SecondFactors, useConfirm, useSecondFactors } from '@tessera/api/security';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, Loaded, Sheet, SkeletonRows, Stack, Text } from '@tessera/ui';
import { SecondFactor } from '@tessera/ui/approval';
import { PasswordInput } from '@tessera/ui/forms';
import { type FormEvent, useState } from 'react';
import { OwnCodeField } from '../code/OwnCodeField.tsx';
import { approvingFactors, provesByFactor } from './has-factor.ts';

type Props = { readonly open: boolean; readonly onClose: () => void; readonly onConfirmed: () => void };

const byPasskey = async () => (await beginConfirm({})).options;

/** Of an account without a second factor: its password and a mailed code. */
function PasswordProof({ onConfirmed }: Pick<Props, 'onConfirmed'>) {
  const t = useTexts('account');
  const common = useTexts('common');
  const [fields, setFields] = useState({ password: '', code: '' });
  const [failure, setFailure] = useState<unknown>(null);
  const confirm = useConfirm({ onDone: onConfirmed, onRejected: setFailure });
  const problem = failure ? problemText(failure) : null;
  const at = failure instanceof ApiError ? failure.field : undefined;
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: at === name ? problem : null,
    onChange: (text: string) => {
      setFailure(null);
      setFields((typed) => ({ ...typed, [name]: text }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.run(fields);
  };
  return (
    <Stack as="form" gap={2} shrinks onSubmit={submit} noValidate>
      <PasswordInput label={t('security.loginPassword')} autoComplete="current-password" {...field('password')} />
      <OwnCodeField scene="confirm" {...field('code')} />
      <Button type="submit" size="l" block busy={confirm.busy}>
        {common('confirm')}
      </Button>
      {problem !== null && at !== 'password' && at !== 'code' && (
        <Text tone="danger" size="inherit" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

function FactorProof({ factors, onConfirmed }: Pick<Props, 'onConfirmed'> & { readonly factors: SecondFactors }) {
  const [failure, setFailure] = useState<unknown>(null);
  const confirm = useConfirm({ onDone: onConfirmed, onRejected: setFailure });
  const { passkey, authenticator } = approvingFactors(factors);
  return (
    <SecondFactor
      needs={{ passkey: passkey ? byPasskey : null, totp: authenticator, code: null, factor_from: null }}
      recovery
      busy={confirm.busy}
      error={failure}
      onProof={(factor) => {
        setFailure(null);
        confirm.run(factor);
      }}
    />
  );
}

/** The form of one proof: mounted anew with each opening of the sheet, so that nothing typed stays. */
function Proof({ factors, onConfirmed }: Pick<Props, 'onConfirmed'> & { readonly factors: SecondFactors }) {
  const t = useTexts('account');
  const byFactor = provesByFactor(factors);
  return (
    <Stack gap={4} shrinks below={4}>
      <Text size="inherit">{t(byFactor ? 'confirm.byFactor' : 'confirm.byPassword')}</Text>
      {byFactor ? (
        <FactorProof factors={factors} onConfirmed={onConfirmed} />
      ) : (
        <PasswordProof onConfirmed={onConfirmed} />
      )}
    </Stack>
  );
}

/** Asks for a second factor or, without one, for password and mailed code. */
export function ConfirmSheet({ open, onClose, onConfirmed }: Props) {
  const t = useTexts('account');
  const query = useSecondFactors();
  return (
    <Sheet open={open} title={t('confirm.title')} onClose={onClose}>
      <Loaded query={query} compact waiting={<SkeletonRows count={2} />}>
        {(factors) => <Proof factors={factors} onConfirmed={onConfirmed} />}
      </Loaded>
    </Sheet>
  );
}
