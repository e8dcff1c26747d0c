import { api } from '@tessera/api';
import type { CodeScene } from '@tessera/api/rules';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useEffect, useState } from 'react';

const SECOND = 1_000;

export type OwnCode = {
  /** Where the last one went, masked; null before. */
  readonly sentTo: string | null;
  /** Whole seconds until another may be asked for; 0 when it may. */
  readonly wait: number;
  readonly sending: boolean;
  readonly send: () => Promise<void>;
};

/** Has verification codes sent to the signed-in user's own address, no more often than the server allows. */
export function useOwnCode(scene: CodeScene, now: () => number = Date.now): OwnCode {
  const [sent, setSent] = useState<{ readonly to: string; readonly resendAt: number } | null>(null);
  const [sending, setSending] = useState(false);
  const [clock, setClock] = useState(now);
  const wait = sent ? Math.max(0, Math.ceil((sent.resendAt - clock) / SECOND)) : 0;

  const counting = wait > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setClock(now()), SECOND);
    return () => clearInterval(timer);
  }, [counting, now]);

  const send = async () => {
    setSending(true);
    try {
      const answer = await api('POST /sms_send', { scene });
      setClock(now());
      setSent({ to: answer.sent_to, resendAt: answer.resend_at });
    } catch (error) {
      showToast(problemText(error), 'error');
    } finally {
      setSending(false);
    }
  };
  return { sentTo: sent?.to ?? null, wait, sending, send };
}
