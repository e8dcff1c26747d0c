import type { ReleaseResult } from '@tessera/registry-api';
import { Button, Stack } from '@tessera/ui';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFigures } from '../registry/figures.ts';
import { texts } from '../texts.ts';
import { Meanwhile } from './Meanwhile.tsx';
import { Modal } from './Modal.tsx';
import { ObstacleNotice } from './ObstacleNotice.tsx';
import { type Obstacle, obstacleOf, type ReleaseRequest } from './obstacle.ts';
import { ReasonField } from './ReasonField.tsx';
import { useReleaseAction } from './use-release-action.ts';

export type ActionDialogProps = {
  readonly title: string;
  /** Epoch that was shown when the dialog opened: the release applies to it or is rejected. */
  readonly seen: number;
  /** What the button does, with the version or figure. */
  readonly confirmLabel: string;
  readonly tone?: 'primary' | 'danger' | undefined;
  /** Whether all fields except the reason are complete. */
  readonly ready: boolean;
  readonly initialWhy?: string | undefined;
  /** Label of the override button. */
  readonly forceLabel: string;
  /** The current choice as text: a rejection of one choice does not apply to another. */
  readonly subject?: string | undefined;
  readonly send: (request: ReleaseRequest) => Promise<ReleaseResult>;
  /** What follows the release; without it the dialog closes. */
  readonly onSent?: ((result: ReleaseResult) => void) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Sends a release with its reason, shows why it was rejected, and reports a conflicting release. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, seen, confirmLabel, tone = 'primary', ready, initialWhy = '', forceLabel, subject, send } = props;
  const form = useId();
  const notice = useRef<HTMLDivElement>(null);
  // Until the user types: the default reason may be known only after the dialog opens.
  const [typed, setTyped] = useState<string | null>(null);
  const [forceWhy, setForceWhy] = useState('');
  const [missing, setMissing] = useState(false);
  const [attempted, setAttempted] = useState(subject);
  const [unheard, setUnheard] = useState(false);
  const { status } = useFigures();
  const action = useReleaseAction(send, props.onSent ?? props.onClose);
  const obstacle: Obstacle | null = action.error && attempted === subject ? obstacleOf(action.error) : null;
  const rejected = obstacle?.kind === 'rejected';
  const overriding = rejected && obstacle.overridable;

  useEffect(() => {
    // The user may have scrolled to the fields; the rejection is above them.
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
            disabled={!ready || (rejected && !overriding)}
          >
            {overriding ? forceLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {/* Validated here, with our own messages. */}
      <Stack as="form" id={form} gap={4} shrinks onSubmit={submit} noValidate>
        {obstacle && (
          <Stack ref={notice} gap={4} shrinks>
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
          </Stack>
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
      </Stack>
    </Modal>
  );
}
