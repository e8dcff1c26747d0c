import type { ReleaseResult } from '@tessera/registry-api';
import { Button } from '@tessera/ui';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFigures } from '../registry/figures.ts';
import { texts } from '../texts.ts';
import styles from './ActionDialog.module.css';
import { Meanwhile } from './Meanwhile.tsx';
import { Modal } from './Modal.tsx';
import { ObstacleNotice } from './ObstacleNotice.tsx';
import { type Obstacle, obstacleOf, type ReleaseRequest } from './obstacle.ts';
import { ReasonField } from './ReasonField.tsx';
import { useReleaseAction } from './use-release-action.ts';

export type ActionDialogProps = {
  readonly title: string;
  /** Epoch that was shown when the dialog opened: the release is made on that, or rejected. */
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
  readonly send: (request: ReleaseRequest) => Promise<ReleaseResult>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A release with its reason: sends it, shows why it was rejected, and reports a release that came first. */
export function ActionDialog(props: ActionDialogProps) {
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
  const action = useReleaseAction(send, props.onClose);
  const obstacle: Obstacle | null = action.error && attempted === subject ? obstacleOf(action.error) : null;
  const refused = obstacle?.kind === 'refused';
  const overriding = refused && forceLabel !== undefined;

  useEffect(() => {
    // The fields below may have been scrolled to; what speaks against the release is above them.
    if (action.error) notice.current?.scrollIntoView?.({ block: 'start' });
  }, [action.error]);

  const idle = !action.isPending && !action.isSuccess;
  const unsure = obstacle?.kind === 'unsure';
  const overtaken = status !== undefined && status.epoch !== seen && (obstacle === null || unsure);
  if (idle && (obstacle?.kind === 'meanwhile' || overtaken)) {
    return <Meanwhile title={title} seen={seen} unheard={unheard || unsure} onClose={props.onClose} />;
  }

  const why = typed ?? initialWhy;
  const reason = (overriding ? forceWhy : why).trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || action.isPending) return;
    setMissing(reason === '');
    if (reason === '') return;
    setAttempted(subject);
    setUnheard(unheard || unsure);
    action.mutate({ why: reason, expectedEpoch: seen, ...(overriding ? { force: true } : {}) });
  };

  return (
    <Modal
      title={title}
      onClose={props.onClose}
      footer={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {texts.action.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={overriding ? 'danger' : tone}
            busy={action.isPending}
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
                label={texts.action.forceWhy}
                helper={texts.action.forceHelper}
                error={missing ? texts.action.forceMissing : null}
                value={forceWhy}
                onChange={setForceWhy}
              />
            )}
          </div>
        )}
        {props.children}
        {!overriding && (
          <ReasonField
            label={texts.action.why}
            helper={texts.action.whyHelper}
            error={missing ? texts.action.whyMissing : null}
            value={why}
            onChange={setTyped}
          />
        )}
      </form>
    </Modal>
  );
}
