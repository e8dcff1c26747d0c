import type { Command, Outcomes } from '@tessera/api';
import { beginWay } from '@tessera/api/wallet';
import { problemText, text } from '@tessera/i18n';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../toast/toasts.ts';
import { CeremonyPart } from './parts.ts';
import { isMoved, isOfFactor, isOfPayPassword, isUnheard } from './rejections.ts';
import type { Factor, FactorNeeds } from './SecondFactor.tsx';

/** What approves a call: its fields beside those that say what it does. */
export type Approved = {
  /** The payment password. */
  readonly key: string;
  readonly passkey?: string;
  readonly totp?: string;
  /** A mailed code, where a second factor always approves. */
  readonly code?: string;
  /** A mailed code, where the exchange asks for an approval in its own time. */
  readonly mailed_code?: string;
};

export type ApprovalOptions<T, I, O> = {
  readonly command: (outcomes: Outcomes<I, O>) => Command<I, O>;
  /** Of the command: what distinguishes two of its intentions. */
  readonly subject?: string;
  readonly toInput: (asked: T, approved: Approved) => I;
  /** For a call that a second factor always approves: asks what it takes. `again`: its challenge is used up. */
  readonly begin?: (asked: T, again: boolean) => FactorNeeds | Promise<FactorNeeds>;
  /** For a call that the exchange may want approved beside the payment password: its id. */
  readonly way?: string;
  readonly onDone?: (output: O, asked: I) => void;
  /** It was rejected for good; a toast shows why, unless `tell` does. */
  readonly onRejected?: (asked: T) => void;
  /** It was rejected because price or terms are others than were shown. */
  readonly onMoved?: (asked: T) => void;
  /** In place of the toast that shows why it was rejected for good. */
  readonly tell?: (error: unknown) => void;
  /** The page shows `unresolved` itself, and offers to repeat it. */
  readonly repeats?: boolean;
  /** No response arrived: the sheet is closed. */
  readonly onUnresolved?: () => void;
};

/** What the sheet shows; made by `useApproval` alone. */
export type ApprovalState = {
  readonly open: boolean;
  readonly busy: boolean;
  /** The second factor stands after the payment password. */
  readonly byFactor: boolean;
  /** What it takes; null until it is known. */
  readonly needs: FactorNeeds | null;
  /** Why that could not be asked. */
  readonly failure: unknown;
  /** Why the last proof was rejected. */
  readonly error: unknown;
  readonly onKey: (key: string) => void;
  readonly onFactor: (factor: Factor) => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

export type ApprovalOf<T, I> = Pick<Command<I, unknown>, 'busy' | 'unresolved' | 'repeat'> & {
  /** What is being approved; null while nothing is. */
  readonly asked: T | null;
  /** What was rejected last because it is another by now, until something is done. */
  readonly refused: T | null;
  /** Asks for the approval of this. */
  readonly ask: (what: T) => void;
  readonly close: () => void;
  /** To spread on the `ApprovalSheet`. */
  readonly sheet: ApprovalState;
};

type Ceremony<T> = {
  readonly asked: T;
  readonly key: string | null;
  readonly byFactor: boolean;
  readonly needs: FactorNeeds | null;
  readonly loading: boolean;
  readonly failure: unknown;
  readonly error: unknown;
};

const FRESH = { key: null, needs: null, loading: false, failure: null, error: null } as const;

/**
 * The approval of one command: payment password first, then the second factor where the call takes one. What was wrong
 * is asked for again; any other rejection ends it, and so does silence, after which exactly that can be repeated.
 */
export function useApproval<T, I extends object, O>(
  options: ApprovalOptions<T, NoInfer<I>, O> & {
    readonly command: (outcomes: Outcomes<I, O>) => Command<I, O>;
  },
): ApprovalOf<T, I> {
  const {
    command,
    subject,
    toInput,
    begin,
    way,
    onDone,
    onRejected,
    onMoved,
    onUnresolved,
    tell,
    repeats = false,
  } = options;
  const [ceremony, setCeremony] = useState<Ceremony<T> | null>(null);
  const [refused, setRefused] = useState<T | null>(null);
  /** Counts what was asked: what arrives for an earlier one is for nothing. */
  const turn = useRef(0);
  useEffect(() => CeremonyPart.preload(), []);
  const change = (part: Partial<Ceremony<T>>) => setCeremony((now) => now && { ...now, ...part });
  const close = () => {
    turn.current += 1;
    setCeremony(null);
  };
  const load = async (what: T, again: boolean) => {
    turn.current += 1;
    const mine = turn.current;
    const arrived = (part: Partial<Ceremony<T>>) => mine === turn.current && change(part);
    change({ loading: true, failure: null });
    try {
      arrived({ loading: false, needs: await (begin ? begin(what, again) : needsOfWay(what)) });
    } catch (failure) {
      arrived({ loading: false, failure });
    }
  };
  const needsOfWay = async (what: T) => {
    const { key: _, ...input } = toInput(what, { key: '' }) as { readonly key?: string };
    return (await beginWay({ call: way ?? '', input: JSON.stringify(input) }, { quiet: true })).approval;
  };
  const { run, busy, unresolved, repeat } = command({
    ...(subject !== undefined && { subject }),
    onDone(output, input) {
      close();
      setRefused(null);
      onDone?.(output, input);
    },
    onRejected(error) {
      const proofs = isOfFactor(error) && (begin !== undefined || way !== undefined);
      if (ceremony && (isOfPayPassword(error) || proofs || isUnheard(error))) {
        change({ error, ...(proofs ? { byFactor: true } : { key: null }) });
        if (begin || proofs) void load(ceremony.asked, true);
        return;
      }
      close();
      if (tell) tell(error);
      else showToast(problemText(error), 'error');
      if (!ceremony) return;
      onRejected?.(ceremony.asked);
      if (!isMoved(error)) return;
      setRefused(ceremony.asked);
      onMoved?.(ceremony.asked);
    },
    onUnresolved() {
      close();
      if (!repeats) showToast(text('common:error.unresolved'), 'error');
      onUnresolved?.();
    },
  });
  const send = (asked: T, approved: Approved) => {
    change({ error: null });
    run(toInput(asked, approved));
  };
  return {
    asked: ceremony?.asked ?? null,
    refused,
    ask(what) {
      setCeremony({ ...FRESH, asked: what, byFactor: begin !== undefined });
      if (begin) void load(what, false);
    },
    close,
    busy,
    unresolved,
    repeat,
    sheet: {
      open: ceremony !== null,
      // Each challenge is good for one proof: the next waits for another.
      busy: busy || (ceremony?.key != null && ceremony.loading && ceremony.needs !== null),
      byFactor: ceremony?.byFactor === true && ceremony.key !== null,
      needs: ceremony?.needs ?? null,
      failure: ceremony?.failure ?? null,
      error: ceremony?.error ?? null,
      onKey(key) {
        if (!ceremony) return;
        change({ key, error: null });
        if (!ceremony.byFactor) send(ceremony.asked, { key });
      },
      onFactor({ code, ...factor }) {
        if (!ceremony || ceremony.key === null) return;
        const mailed = code !== undefined && (begin ? { code } : { mailed_code: code });
        send(ceremony.asked, { key: ceremony.key, ...factor, ...mailed });
      },
      onRetry: () => ceremony && void load(ceremony.asked, true),
      onClose: close,
    },
  };
}
