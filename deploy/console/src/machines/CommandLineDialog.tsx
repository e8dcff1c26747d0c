import { ApiError } from '@tessera/api';
import { rightText } from '@tessera/api/kit/rights';
import { Button, Stack, showToast, Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { CircleAlert, Info, TriangleAlert } from '@tessera/ui/icons';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmStep } from '../actions/ConfirmStep.tsx';
import { Modal } from '../actions/Modal.tsx';
import { useAction } from '../app/calls.ts';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';

const words = texts.machines.commandLine;

function problemOf(error: Error): string {
  if (error instanceof ApiError && error.code === 'not_found') return words.unknown;
  if (error instanceof ApiError && error.code === 'forbidden') return words.nothing;
  return problemText(error);
}

/** Logs in the command line that shows a code, after what it asks for was shown. */
export function CommandLineDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useId();
  const [code, setCode] = useState('');
  const look = useAction('GET /staff/machines/login');
  const asked = look.data;
  const end = (done: (name: string) => string) => () => {
    showToast(done(asked?.name ?? ''));
    onClose();
  };
  const approve = useAction('POST /staff/machines/login/approve', end(words.done));
  const reject = useAction('POST /staff/machines/login/reject', end(words.rejected));
  const error = approve.error ?? reject.error ?? look.error;
  const unconfirmed = error instanceof ApiError && error.code === 'confirmation_required';
  const input = { code: code.trim() };
  const busy = look.isPending || approve.isPending || reject.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) look.mutate(input);
  };
  return (
    <Modal
      title={words.open}
      onClose={onClose}
      footer={
        asked ? (
          <>
            <Button variant="secondary" busy={reject.isPending} disabled={busy} onClick={() => reject.mutate(input)}>
              {words.reject}
            </Button>
            <Button
              busy={approve.isPending}
              disabled={busy || unconfirmed || asked.rights.every(({ held }) => !held)}
              onClick={() => approve.mutate(input)}
            >
              {words.approve}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {texts.action.cancel}
            </Button>
            <Button type="submit" form={form} busy={look.isPending} disabled={code.trim() === ''}>
              {words.next}
            </Button>
          </>
        )
      }
    >
      {unconfirmed && <ConfirmStep onConfirmed={() => approve.mutate(input)} />}
      <Stack gap={4} shrinks hidden={unconfirmed}>
        {error && (
          <Notice tone="danger" icon={<CircleAlert />} urgent>
            <p>{problemOf(error)}</p>
          </Notice>
        )}
        {asked ? (
          <>
            <Notice tone={asked.from_here ? 'info' : 'warn'} icon={asked.from_here ? <Info /> : <TriangleAlert />}>
              <p>{asked.from_here ? words.fromHere(asked.address) : words.fromElsewhere(asked.address)}</p>
            </Notice>
            <Text size="inherit">{words.asks(asked.name, asked.hours)}</Text>
            <ul>
              {asked.rights.map((right) => (
                <li key={rightText(right)}>{right.held ? rightText(right) : words.notHeld(rightText(right))}</li>
              ))}
            </ul>
          </>
        ) : (
          <form id={form} onSubmit={submit} noValidate>
            <TextInput
              label={words.code}
              helper={words.lead}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={code}
              onChange={setCode}
            />
          </form>
        )}
      </Stack>
    </Modal>
  );
}
