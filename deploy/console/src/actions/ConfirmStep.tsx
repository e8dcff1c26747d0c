import { hasPasskeys, signWithPasskey } from '@tessera/api/security/passkeys';
import type { StaffConfirmation } from '@tessera/api/staff';
import { useMutation } from '@tessera/query';
import { Button } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { CircleAlert } from '@tessera/ui/icons';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { Notice } from '../notice/Notice.tsx';
import { passkeyProblem } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';

/** Proves the second factor again, for some minutes; then `onConfirmed` repeats what asked for it. */
export function ConfirmStep({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { confirm, beginConfirm } = useServices();
  const [totp, setTotp] = useState('');
  const [without, setWithout] = useState(false);
  const prove = useMutation({
    mutationFn: (proof: StaffConfirmation) => confirm(proof),
    onSuccess: onConfirmed,
    onError: () => setTotp(''),
  });
  const sign = useMutation({
    async mutationFn() {
      const { options } = await beginConfirm();
      setWithout(options === null);
      return options === null ? null : signWithPasskey(options);
    },
    onSuccess: (passkey) => passkey && prove.mutate({ passkey }),
  });
  const problem = prove.error ?? sign.error;
  return (
    <>
      <p>{texts.instruments.confirmLead}</p>
      <CodeInput
        label={texts.login.code}
        autoFocus
        value={totp}
        onChange={setTotp}
        onComplete={(digits) => prove.mutate({ totp: digits })}
      />
      {problem && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{passkeyProblem(problem)}</p>
        </Notice>
      )}
      {without && <p>{texts.instruments.noPasskey}</p>}
      {hasPasskeys() && !without && (
        <Button variant="secondary" busy={sign.isPending || prove.isPending} onClick={() => sign.mutate()}>
          {texts.login.usePasskey}
        </Button>
      )}
    </>
  );
}
