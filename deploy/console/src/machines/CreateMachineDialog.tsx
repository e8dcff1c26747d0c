import { ApiError } from '@tessera/api';
import { Button, Stack } from '@tessera/ui';
import { TextArea, TextInput } from '@tessera/ui/forms';
import { CircleAlert, TriangleAlert } from '@tessera/ui/icons';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmStep } from '../actions/ConfirmStep.tsx';
import { Modal } from '../actions/Modal.tsx';
import { useAction } from '../app/calls.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { problemOf } from './problem-of.ts';

const words = texts.machines;

/** Makes a token for a machine, and shows it this once. */
export function CreateMachineDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useId();
  const create = useAction('POST /staff/machines/create');
  const [name, setName] = useState('');
  const [rights, setRights] = useState('');
  const [days, setDays] = useState('30');
  const { data, error } = create;
  if (data) {
    return (
      <Modal title={words.made} onClose={onClose} footer={<Button onClick={onClose}>{words.kept}</Button>}>
        <Stack gap={4} shrinks>
          <Notice tone="warn" icon={<TriangleAlert />}>
            <p>{words.once}</p>
          </Notice>
          <TextInput label={words.token} value={data.token} onChange={() => undefined} readOnly />
        </Stack>
      </Modal>
    );
  }
  const send = () => create.mutate({ name: name.trim(), rights: rights.trim(), days: Number(days) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) send();
  };
  const unconfirmed = error instanceof ApiError && error.code === 'confirmation_required';
  return (
    <Modal
      title={words.create}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.action.cancel}
          </Button>
          <Button type="submit" form={form} busy={create.isPending} disabled={unconfirmed || !name || !rights}>
            {words.confirm}
          </Button>
        </>
      }
    >
      {unconfirmed && <ConfirmStep onConfirmed={send} />}
      <Stack as="form" id={form} gap={4} shrinks onSubmit={submit} noValidate hidden={unconfirmed}>
        {error && (
          <Notice tone="danger" icon={<CircleAlert />} urgent>
            <p>{problemOf(error, words.fields)}</p>
          </Notice>
        )}
        <TextInput
          label={words.fields.name}
          helper={words.nameHelper}
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <TextArea label={words.fields.rights} helper={words.rightsHelper} value={rights} onChange={setRights} />
        <TextInput
          label={words.fields.days}
          helper={words.daysHelper}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={setDays}
        />
      </Stack>
    </Modal>
  );
}
