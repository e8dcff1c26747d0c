import { useUserInfo } from '@tessera/api/identity';
import type { CodeScene } from '@tessera/api/rules';
import { useSendOwnCode } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { CodeField, type CodeFieldProps } from '@tessera/ui/codes';

type Props = Pick<CodeFieldProps, 'value' | 'onChange' | 'error'> & {
  readonly scene: CodeScene;
  /** The new anti-phishing phrase that the code is for; null while it is none yet. */
  readonly phrase?: string | null;
  /** What was begun, and the code is for alone. */
  readonly request?: string;
};

/** A code that is sent to the user's own address or number. */
export function OwnCodeField({ scene, phrase, request, value, onChange, error }: Props) {
  const t = useTexts('account');
  const { data: user } = useUserInfo();
  const code = useSendOwnCode();
  const address = user?.email ?? user?.mobile;
  return (
    <CodeField
      value={value}
      onChange={onChange}
      error={error}
      helper={address ? t('code.note', { to: address }) : undefined}
      sent={code.output}
      sending={code.busy}
      onSend={
        phrase === null
          ? undefined
          : () =>
              code.run({ scene, ...(phrase !== undefined && { phrase }), ...(request !== undefined && { request }) })
      }
    />
  );
}
