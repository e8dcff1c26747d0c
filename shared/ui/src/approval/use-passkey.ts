import { signWithPasskey } from '@tessera/api/security/passkeys';
import { problemText, text } from '@tessera/i18n';
import { useState } from 'react';
import { loadApprovalTexts } from './load-texts.ts';

/** Options of the server as JSON, or what asks for them; null where the account turns out to have no passkey. */
export type PasskeyOptions = string | (() => Promise<string | null>);

export type PasskeySigning = {
  /** Asks the browser for a signature, and hands it over. */
  readonly sign: (options: PasskeyOptions, onSigned: (passkey: string) => void) => Promise<void>;
  readonly signing: boolean;
  /** Why the last one was not signed; null once another is asked for. */
  readonly problem: string | null;
};

/** The one place where a passkey signs. */
export function usePasskey(): PasskeySigning {
  const [signing, setSigning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    async sign(options, onSigned) {
      setSigning(true);
      setProblem(null);
      try {
        const challenge = typeof options === 'string' ? options : await options();
        if (challenge !== null) onSigned(await signWithPasskey(challenge));
      } catch (error) {
        await loadApprovalTexts();
        setProblem(problemText(error, text('approval:cancelled')));
      } finally {
        setSigning(false);
      }
    },
    signing,
    problem,
  };
}
