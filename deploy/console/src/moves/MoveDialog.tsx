import { Button } from '@tessera/ui';
import { CircleAlert } from '@tessera/ui/icons';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Notice } from '../notice/Notice.tsx';
import type { Moved } from '../registry/contract.ts';
import { useFigures } from '../registry/figures.ts';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { Meanwhile } from './Meanwhile.tsx';
import { Modal } from './Modal.tsx';
import styles from './MoveDialog.module.css';
import { ReasonField } from './ReasonField.tsx';
import { Refusal } from './Refusal.tsx';
import { type MoveAct, obstacleOf, useMove } from './use-move.ts';

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
  readonly send: (act: MoveAct) => Promise<Moved>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A move with its reason: sends it, shows what speaks against it, and tells when somebody else was quicker. */
export function MoveDialog(props: MoveDialogProps) {
  const { title, seen, confirmLabel, tone = 'primary', ready, initialWhy = '', forceLabel, send, onClose } = props;
  const form = useId();
  const [why, setWhy] = useState(initialWhy);
  const [forceWhy, setForceWhy] = useState('');
  const [tried, setTried] = useState(false);
  const { status } = useFigures();
  const move = useMove(send, onClose);
  const obstacle = move.error ? obstacleOf(move.error) : null;
  const overriding = forceLabel !== undefined && obstacle?.kind === 'refused';
  const idle = !move.isPending && !move.isSuccess;

  if (idle && (obstacle?.kind === 'meanwhile' || (status && status.epoch !== seen && obstacle === null))) {
    return <Meanwhile title={title} seen={seen} onClose={onClose} />;
  }

  const reason = (overriding ? forceWhy : why).trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!ready || reason === '' || move.isPending) return;
    setTried(false);
    move.mutate({ why: reason, expectedEpoch: seen, ...(overriding ? { force: true } : {}) });
  };
  const missing = tried && reason === '';

  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.move.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={overriding ? 'danger' : tone}
            busy={move.isPending}
            disabled={!ready || (obstacle?.kind === 'refused' && !overriding)}
          >
            {overriding ? forceLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {/* The fields are checked here, in words of our own. */}
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {props.children}
        <ReasonField
          label={texts.move.why}
          helper={texts.move.whyHelper}
          error={missing && !overriding ? texts.move.whyMissing : null}
          value={why}
          onChange={setWhy}
        />
        {obstacle?.kind === 'refused' && <Refusal reasons={obstacle.reasons} />}
        {overriding && (
          <ReasonField
            label={texts.move.forceWhy}
            helper={texts.move.forceHelper}
            error={missing ? texts.move.forceMissing : null}
            value={forceWhy}
            onChange={setForceWhy}
          />
        )}
        {(obstacle?.kind === 'failed' || obstacle?.kind === 'unsure') && (
          <Notice
            tone={obstacle.kind === 'failed' ? 'danger' : 'warn'}
            icon={<CircleAlert />}
            title={obstacle.kind === 'failed' ? texts.move.failedTitle : texts.move.unsureTitle}
            urgent
          >
            <p>{problemText(obstacle.error)}</p>
            {obstacle.kind === 'unsure' && <p>{texts.move.unsureText}</p>}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
