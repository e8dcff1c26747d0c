import { Button } from '@tessera/ui';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Moved } from '../registry/contract.ts';
import { useFigures } from '../registry/figures.ts';
import { texts } from '../texts.ts';
import { Meanwhile } from './Meanwhile.tsx';
import { Modal } from './Modal.tsx';
import styles from './MoveDialog.module.css';
import { ObstacleNotice } from './ObstacleNotice.tsx';
import { type MoveAct, type Obstacle, obstacleOf } from './obstacle.ts';
import { ReasonField } from './ReasonField.tsx';
import { useMove } from './use-move.ts';

export type MoveDialogProps = {
  readonly title: string;
  /** Epoch that the person saw when the dialog opened: the move is decided on that, or not at all. */
  readonly seen: number;
  /** What the button does, with the version or figure. */
  readonly confirmLabel: string;
  readonly tone?: 'primary' | 'danger' | undefined;
  /** Everything but the reason is given. */
  readonly ready: boolean;
  readonly initialWhy?: string | undefined;
  /** What the overriding button does; left out where a refusal is final. */
  readonly forceLabel?: string | undefined;
  /** What is chosen, as one text: a refusal of one choice says nothing about another. */
  readonly subject?: string | undefined;
  readonly send: (act: MoveAct) => Promise<Moved>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A move with its reason: sends it, shows what speaks against it, and tells when somebody else was quicker. */
export function MoveDialog(props: MoveDialogProps) {
  const { title, seen, confirmLabel, tone = 'primary', ready, initialWhy = '', forceLabel, subject, send } = props;
  const form = useId();
  const notice = useRef<HTMLDivElement>(null);
  // Until somebody types: what a reason begins with may be known later than the dialog.
  const [typed, setTyped] = useState<string | null>(null);
  const [forceWhy, setForceWhy] = useState('');
  const [missing, setMissing] = useState(false);
  const [attempted, setAttempted] = useState(subject);
  const [unheard, setUnheard] = useState(false);
  const { status } = useFigures();
  const move = useMove(send, props.onClose);
  const obstacle: Obstacle | null = move.error && attempted === subject ? obstacleOf(move.error) : null;
  const refused = obstacle?.kind === 'refused';
  const overriding = refused && forceLabel !== undefined;

  useEffect(() => {
    // The fields below may have been scrolled to; what speaks against the move stands above them.
    if (move.error) notice.current?.scrollIntoView?.({ block: 'start' });
  }, [move.error]);

  const idle = !move.isPending && !move.isSuccess;
  const unsure = obstacle?.kind === 'unsure';
  const overtaken = status !== undefined && status.epoch !== seen && (obstacle === null || unsure);
  if (idle && (obstacle?.kind === 'meanwhile' || overtaken)) {
    return <Meanwhile title={title} seen={seen} unheard={unheard || unsure} onClose={props.onClose} />;
  }

  const why = typed ?? initialWhy;
  const reason = (overriding ? forceWhy : why).trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || move.isPending) return;
    setMissing(reason === '');
    if (reason === '') return;
    setAttempted(subject);
    setUnheard(unheard || unsure);
    move.mutate({ why: reason, expectedEpoch: seen, ...(overriding ? { force: true } : {}) });
  };

  return (
    <Modal
      title={title}
      onClose={props.onClose}
      footer={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {texts.move.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={overriding ? 'danger' : tone}
            busy={move.isPending}
            disabled={!ready || (refused && !overriding)}
          >
            {overriding ? forceLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {/* The fields are checked here, in words of our own. */}
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {obstacle && (
          <div ref={notice} className={styles.obstacle}>
            <ObstacleNotice obstacle={obstacle} />
            {overriding && (
              <ReasonField
                label={texts.move.forceWhy}
                helper={texts.move.forceHelper}
                error={missing ? texts.move.forceMissing : null}
                value={forceWhy}
                onChange={setForceWhy}
              />
            )}
          </div>
        )}
        {props.children}
        {!overriding && (
          <ReasonField
            label={texts.move.why}
            helper={texts.move.whyHelper}
            error={missing ? texts.move.whyMissing : null}
            value={why}
            onChange={setTyped}
          />
        )}
      </form>
    </Modal>
  );
}
