import { useSendOwnCode } from '@tessera/api/security';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button/Button.tsx';
import { CodeField } from '../code-field/CodeField.tsx';
import { CodeInput } from '../code-input/CodeInput.tsx';
import { TextInput } from '../field/TextInput.tsx';
import { useLocale } from '../locale.ts';
import { Stack, Text } from '../primitives/Primitives.tsx';
import { fieldOf } from './rejections.ts';
import { type PasskeyOptions, usePasskey } from './use-passkey.ts';

export type FactorNeeds = {
  /** Null without a passkey. */
  readonly passkey: PasskeyOptions | null;
  /** Whether an authenticator proves it. */
  readonly totp: boolean;
  /** What a mailed code is requested with: it is good for what was begun alone. Null where none is taken. */
  readonly code: string | null;
  /** From when the newest factor approves, Unix ms; null where each of them does. */
  readonly factor_from: number | null;
};

/** One proof, by one of the ways. */
export type Factor = {
  readonly passkey?: string;
  readonly totp?: string;
  readonly code?: string;
  readonly recovery_code?: string;
};

export type SecondFactorProps = {
  readonly needs: FactorNeeds;
  /** A recovery code stands in for passkey and authenticator. */
  readonly recovery?: boolean;
  /** Not after a keypad: the key that completes it would be typed into the field as well. */
  readonly autoFocus?: boolean;
  readonly busy: boolean;
  /** Why the last proof was rejected. */
  readonly error: unknown;
  readonly onProof: (factor: Factor) => void;
};

const CODE_LENGTH = 6;

type TypedProps = Pick<SecondFactorProps, 'busy' | 'error' | 'onProof'> & {
  /** What a mailed code is requested with; null for a recovery code. */
  readonly request: string | null;
};

/** What is typed and sent by a button: a mailed code, or a recovery code. */
function TypedFactor({ request, busy, error, onProof }: TypedProps) {
  const t = useTexts('approval');
  const common = useTexts('common');
  const [typed, setTyped] = useState('');
  const sending = useSendOwnCode();
  const field = { value: typed, onChange: setTyped, error: error ? problemText(error) : null };
  const isWhole = request === null ? typed.trim() !== '' : typed.length >= CODE_LENGTH;
  const submit = () => {
    if (isWhole && !busy) onProof(request === null ? { recovery_code: typed } : { code: typed });
  };
  // No form: the sheet may stand in the form of what is approved, and a form in a form sends the outer one.
  return (
    <>
      {request === null ? (
        <TextInput
          label={t('recoveryCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          onKeyDown={({ key }) => key === 'Enter' && submit()}
          {...field}
        />
      ) : (
        <CodeField
          sent={sending.output}
          sending={sending.busy}
          onSend={() => sending.run({ scene: 'withdraw', request })}
          {...field}
        />
      )}
      <Button size="l" block busy={busy} disabled={!isWhole} onClick={submit}>
        {common('confirm')}
      </Button>
    </>
  );
}

/** The second factor by what the account has, always in this order: passkey, authenticator, mailed code, recovery code. */
export default function SecondFactor(props: SecondFactorProps) {
  const { needs, recovery = false, autoFocus = true, busy, error, onProof } = props;
  const t = useTexts('approval');
  const common = useTexts('common');
  const locale = useLocale();
  const [totp, setTotp] = useState('');
  const [recovering, setRecovering] = useState(false);
  const passkey = usePasskey();
  const { factor_from: from, code } = needs;
  const options = recovering ? null : needs.passkey;
  const byTotp = needs.totp && !recovering;
  const byMail = typeof code === 'string' && !recovering;
  const field = fieldOf(error);
  const ofTotp = byTotp && field === 'totp';
  const ofTyped = recovering ? field === 'recovery_code' : byMail && (field === 'code' || field === 'mailed_code');
  const problem = passkey.problem ?? (error && !ofTotp && !ofTyped ? problemText(error) : null);
  return (
    <Stack gap={4}>
      {from !== null && (
        <Text tone="normal" size="inherit">
          {t('factorFrom', { time: formatDayTime(from, locale) })}
        </Text>
      )}
      {options !== null && (
        <Button
          size="l"
          block
          icon={<Fingerprint />}
          busy={passkey.signing || (busy && totp === '')}
          onClick={() => void passkey.sign(options, (signed) => onProof({ passkey: signed }))}
        >
          {t('usePasskey')}
        </Button>
      )}
      {byTotp && (
        <CodeInput
          label={t('totp')}
          autoFocus={autoFocus && options === null}
          value={totp}
          error={ofTotp ? problemText(error) : null}
          onChange={setTotp}
          onComplete={(digits) => {
            setTotp('');
            onProof({ totp: digits });
          }}
        />
      )}
      {(byMail || recovering) && (
        <TypedFactor
          key={String(recovering)}
          request={recovering ? null : code}
          busy={busy}
          error={ofTyped ? error : null}
          onProof={onProof}
        />
      )}
      {problem !== null && (
        <Text tone="danger" role="alert">
          {problem}
        </Text>
      )}
      {recovery && (
        <Button variant="ghost" onClick={() => setRecovering(!recovering)}>
          {recovering ? common('back') : t('useRecovery')}
        </Button>
      )}
    </Stack>
  );
}
