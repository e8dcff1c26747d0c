import { ApiError } from '@tessera/api';
import { createPasskey, hasPasskeys } from '@tessera/api/security/passkeys';
import { useMutation } from '@tessera/query';
import { Button, Stack, showToast } from '@tessera/ui';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { CircleAlert } from '@tessera/ui/icons';
import { type FormEvent, useState } from 'react';
import { ConfirmStep } from '../actions/ConfirmStep.tsx';
import { Modal } from '../actions/Modal.tsx';
import { useReading } from '../app/calls.ts';
import { useServices } from '../app/services.ts';
import { formatMinute } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { passkeyProblem } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const words = texts.account;

type Asked =
  | { readonly kind: 'password'; readonly old_password: string; readonly password: string }
  | { readonly kind: 'codes' }
  | { readonly kind: 'passkey'; readonly name: string };

/** New recovery codes, which are shown once; null of what has none. */
type Done = readonly string[] | null;

/** A member's own password, passkeys and recovery codes; each change asks for the second factor. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { call, queries } = useServices();
  const { data: factors } = useReading('GET /staff/factors', {});
  const [former, setFormer] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const change = useMutation({
    async mutationFn(asked: Asked): Promise<Done> {
      if (asked.kind === 'codes') return (await call('POST /staff/recovery_codes', {})).recovery_codes;
      if (asked.kind === 'password') {
        const { old_password, password: next } = asked;
        await call('POST /staff/password', { old_password, password: next });
        return null;
      }
      const { options } = await call('POST /staff/passkey/new/begin', {});
      await call('POST /staff/passkey/new', { passkey: await createPasskey(options), name: asked.name });
      return null;
    },
    async onSuccess(codes, { kind }) {
      await queries.invalidateQueries({ queryKey: ['GET /staff/factors'] });
      if (codes !== null) return;
      showToast(words.done[kind], 'success');
      onClose();
    },
  });
  const { error, variables } = change;
  const footer = (
    <Button variant="secondary" onClick={onClose}>
      {texts.action.close}
    </Button>
  );
  if (change.data) {
    return (
      <Modal title={words.title} onClose={onClose} footer={footer}>
        <RecoveryCodes codes={change.data} onDone={onClose} />
      </Modal>
    );
  }
  if (error instanceof ApiError && error.code === 'confirmation_required' && variables) {
    return (
      <Modal title={words.title} onClose={onClose} footer={footer}>
        <ConfirmStep onConfirmed={() => change.mutate(variables)} />
      </Modal>
    );
  }
  const submit = (event: FormEvent, asked: Asked) => {
    event.preventDefault();
    if (!change.isPending) change.mutate(asked);
  };
  return (
    <Modal title={words.title} onClose={onClose} footer={footer}>
      {error && (
        <Notice tone="danger" icon={<CircleAlert />} urgent>
          <p>{passkeyProblem(error)}</p>
        </Notice>
      )}
      <Stack
        as="form"
        gap={4}
        shrinks
        onSubmit={(event) => submit(event, { kind: 'password', old_password: former, password })}
      >
        <PasswordInput label={words.former} autoComplete="current-password" value={former} onChange={setFormer} />
        <PasswordInput
          label={words.next}
          helper={words.nextHelper}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" busy={change.isPending} disabled={former === '' || password === ''}>
          {words.change}
        </Button>
      </Stack>
      {factors && (
        <ul aria-label={words.passkeys}>
          {factors.passkeys.map((each) => (
            <li key={each.id}>{words.passkey(each.name, formatMinute(each.created_at))}</li>
          ))}
        </ul>
      )}
      {hasPasskeys() && (
        <Stack as="form" gap={4} shrinks onSubmit={(event) => submit(event, { kind: 'passkey', name: name.trim() })}>
          <TextInput label={words.passkeyName} autoComplete="off" value={name} onChange={setName} />
          <Button type="submit" variant="secondary" busy={change.isPending} disabled={name.trim() === ''}>
            {words.addPasskey}
          </Button>
        </Stack>
      )}
      <p>{factors && words.codesLeft(factors.recovery_codes)}</p>
      <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate({ kind: 'codes' })}>
        {words.renew}
      </Button>
    </Modal>
  );
}
