import { useSendOwnCode } from '@tessera/api/security';
import { signWithPasskey } from '@tessera/api/security/passkeys';
import type { ApprovalNeeds } from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { CodeField, CodeInput } from '@tessera/ui/codes';
import { useState } from 'react';

const CODE_LENGTH = 6;

/** One of the three ways to approve. */
export type Proof = { readonly totp?: string; readonly passkey?: string; readonly mailed?: string };

type MailedCodeProps = {
  /** What the code is requested with: it is good for what was begun alone. */
  readonly request: string;
  readonly onCode: (code: string) => void;
};

function MailedCode({ request, onCode }: MailedCodeProps) {
  const common = useTexts('common');
  const [code, setCode] = useState('');
  const sending = useSendOwnCode();
  return (
    <>
      <CodeField
        value={code}
        onChange={setCode}
        sent={sending.output}
        sending={sending.busy}
        onSend={() => sending.run({ scene: 'withdraw', request })}
      />
      <Button size="l" block disabled={code.length < CODE_LENGTH} onClick={() => onCode(code)}>
        {common('confirm')}
      </Button>
    </>
  );
}

/** Of the page that asks. */
type Labels = { readonly passkey: string; readonly passkeyFailed: string; readonly totp: string };

type Props = {
  readonly labels: Labels;
  readonly needs: ApprovalNeeds;
  readonly busy: boolean;
  readonly onProof: (proof: Proof) => void;
  readonly onProblem: (text: string) => void;
};

/** A second factor or, without one, a mailed code. */
export function Proofs({ labels, needs, busy, onProof, onProblem }: Props) {
  const [totp, setTotp] = useState('');
  const { passkey } = needs;
  const sign = async (options: string) => {
    try {
      onProof({ passkey: await signWithPasskey(options) });
    } catch (error) {
      onProblem(problemText(error, labels.passkeyFailed));
    }
  };
  return (
    <>
      {passkey !== null && (
        <Button size="l" block busy={busy} onClick={() => void sign(passkey)}>
          {labels.passkey}
        </Button>
      )}
      {needs.totp && (
        <CodeInput
          label={labels.totp}
          value={totp}
          onChange={setTotp}
          onComplete={(code) => {
            setTotp('');
            onProof({ totp: code });
          }}
        />
      )}
      {/* A backend of before says only that there is one. */}
      {typeof needs.code === 'string' && <MailedCode request={needs.code} onCode={(mailed) => onProof({ mailed })} />}
    </>
  );
}
