import { api } from '@tessera/api';
import type { CodeScene } from '@tessera/api/rules';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useCallback, useEffect, useState } from 'react';

export type CodeRequest = {
  readonly sentTo: string | null;
  /** Whole seconds until another code may be asked for; 0 when it may. */
  readonly wait: number;
  readonly sending: boolean;
  send(userString: string): Promise<void>;
};

const SECOND = 1_000;

/** Asks for a verification code, at most as often as the server allows. */
export function useCode(scene: CodeScene, now: () => number = Date.now): CodeRequest {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [resendAt, setResendAt] = useState(0);
  const [wait, setWait] = useState(0);
  const [sending, setSending] = useState(false);

  useEffect(() => {
    const count = () => setWait(Math.max(0, Math.ceil((resendAt - now()) / SECOND)));
    count();
    const timer = setInterval(count, SECOND);
    return () => clearInterval(timer);
  }, [resendAt, now]);

  const send = useCallback(
    async (userString: string) => {
      setSending(true);
      try {
        const answer = await api('POST /sms_mail', { user_string: userString, scene });
        setSentTo(answer.sent_to);
        setResendAt(answer.resend_at);
      } catch (error) {
        showToast(problemText(error), 'error');
      } finally {
        setSending(false);
      }
    },
    [scene],
  );
  return { sentTo, wait, sending, send };
}
