import { ApiError } from '@tessera/api';
import { useBeginWay } from '@tessera/api/wallet';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useState } from 'react';
import type { Proof } from './Proofs.tsx';

/** What confirms a payment: the payment password and, above a small amount a day, an approval. */
export type Secrets = {
  readonly key: string;
  readonly totp?: string;
  readonly passkey?: string;
  readonly mailed_code?: string;
};

/** The call that is approved, and the fields that it is made with. */
export type Approved = { readonly call: string; readonly input: object };

const APPROVING = /^(approval_required|totp_|passkey_|factor_|code_)/;

/**
 * A payment that the payment password confirms, and an approval where the exchange asks for one: what is being confirmed,
 * and why the exchange rejected it. `outcomes` are those of its command, `sheet` makes the props of the `PaySheet`.
 * `onChanged`: what is shown no longer holds.
 */
export function usePayment<T>(onChanged?: () => void) {
  const [confirming, confirm] = useState<T | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const [approved, setApproved] = useState<Approved | null>(null);
  const [approving, setApproving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<T | null>(null);
  const begin = useBeginWay({ onRejected: (error) => setProblem(problemText(error)) });
  const close = () => {
    confirm(null);
    setKey(null);
    setApproving(false);
  };
  const needs = begin.output?.approval ?? null;
  return {
    confirming,
    /** What was confirmed at a price that no longer held. */
    refused,
    close,
    ask(what: T) {
      setProblem(null);
      confirm(what);
    },
    outcomes: {
      onRejected(error: unknown) {
        const code = error instanceof ApiError ? error.code : '';
        // A wrong payment password is entered again where it was asked for.
        if (code.startsWith('key_')) {
          setKey(null);
          setApproving(false);
          return setProblem(problemText(error));
        }
        if (APPROVING.test(code) && approved) {
          setProblem(problemText(error));
          setApproving(true);
          // A challenge is good for one proof.
          begin.run({ call: approved.call, input: JSON.stringify(approved.input) });
          return;
        }
        if (code === 'price_moved') setRefused(confirming);
        close();
        showToast(problemText(error), 'error');
        onChanged?.();
      },
      onUnresolved: close,
    },
    sheet: (send: (what: T, secrets: Secrets) => void, approvedOf?: (what: T) => Approved) => ({
      open: confirming !== null,
      problem,
      needs: approving ? needs : null,
      onProblem: setProblem,
      onKey(entered: string) {
        setProblem(null);
        setKey(entered);
        if (confirming === null) return;
        setApproved(approvedOf?.(confirming) ?? null);
        send(confirming, { key: entered });
      },
      onProof({ mailed, ...proof }: Proof) {
        setProblem(null);
        if (confirming === null || key === null) return;
        send(confirming, { key, ...proof, ...(mailed !== undefined && { mailed_code: mailed }) });
      },
      onClose: close,
    }),
  };
}
