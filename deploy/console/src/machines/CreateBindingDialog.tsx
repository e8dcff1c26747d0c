import { ApiError } from '@tessera/api';
import { Button, Stack } from '@tessera/ui';
import { TextArea, TextInput } from '@tessera/ui/forms';
import { CircleAlert } from '@tessera/ui/icons';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmStep } from '../actions/ConfirmStep.tsx';
import { Modal } from '../actions/Modal.tsx';
import { useAction } from '../app/calls.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { problemOf } from './problem-of.ts';

const words = texts.machines;
const { bindings } = words;

const EMPTY = { name: '', issuer: '', audience: '', claims: '', rights: '' };

/** Binds runs of a build server, by the claims of their tokens, to some of the member's rights. */
export function CreateBindingDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useId();
  const create = useAction('POST /staff/machines/bindings/create', onClose);
  const [entered, setEntered] = useState({ ...EMPTY, audience: location.origin });
  const { error } = create;
  const field = (name: keyof typeof EMPTY) => ({
    label: bindings.fields[name],
    helper: bindings.helpers[name],
    value: entered[name],
    onChange: (value: string) => setEntered((all) => ({ ...all, [name]: value })),
  });
  const trimmed = Object.fromEntries(
    Object.entries(entered).map(([name, value]) => [name, value.trim()]),
  ) as typeof EMPTY;
  const send = () => create.mutate(trimmed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) send();
  };
  const unconfirmed = error instanceof ApiError && error.code === 'confirmation_required';
  const isWhole = Object.values(trimmed).every((value) => value !== '');
  return (
    <Modal
      title={bindings.create}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.action.cancel}
          </Button>
          <Button type="submit" form={form} busy={create.isPending} disabled={unconfirmed || !isWhole}>
            {bindings.confirm}
          </Button>
        </>
      }
    >
      {unconfirmed && <ConfirmStep onConfirmed={send} />}
      <Stack as="form" id={form} gap={4} shrinks onSubmit={submit} noValidate hidden={unconfirmed}>
        {error && (
          <Notice tone="danger" icon={<CircleAlert />} urgent>
            <p>{problemOf(error, bindings.fields)}</p>
          </Notice>
        )}
        <TextInput autoComplete="off" {...field('name')} />
        <TextInput autoComplete="off" inputMode="url" {...field('issuer')} />
        <TextInput autoComplete="off" {...field('audience')} />
        <TextArea {...field('claims')} />
        <TextArea {...field('rights')} />
      </Stack>
    </Modal>
  );
}
