import {
  beginPasskey,
  type Passkey,
  useAddPasskey,
  useDevices,
  useRemovePasskey,
  useRenamePasskey,
  useSecondFactors,
} from '@tessera/api/security';
import { createPasskey, hasPasskeys } from '@tessera/api/security/passkeys';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDayTime, formatRelative } from '@tessera/money';
import {
  Button,
  EmptyState,
  IconButton,
  List,
  ListRow,
  Loaded,
  Page,
  Sheet,
  SkeletonRows,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { Question, TextInput } from '@tessera/ui/forms';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../confirmation/use-change.tsx';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';
import { RecoveryCodes } from '../../recovery-codes/RecoveryCodes.tsx';
import styles from './PasskeysPage.module.css';

const NAME_LENGTH = 40;

type RowProps = { readonly passkey: Passkey; readonly onRename: () => void; readonly onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const t = useTexts('account');
  const locale = useLocale();
  const ago = (at: number) => formatRelative(at, Date.now(), locale);
  const { name, last_used_at: used, created_at: created, synced, approves_from: from } = passkey;
  return (
    <ListRow
      start={<Fingerprint />}
      title={name}
      subtitle={
        <>
          {used === null ? t('passkeys.created', { time: ago(created) }) : t('passkeys.used', { time: ago(used) })}
          <br />
          {t(synced ? 'passkeys.synced' : 'passkeys.single')}
          {from !== null && (
            <>
              <br />
              {t('security.approvesFrom', { time: formatDayTime(from, locale) })}
            </>
          )}
        </>
      }
      value={
        <span className={styles.actions}>
          <IconButton label={t('passkeys.renameOf', { name })} icon={<Pencil />} onClick={onRename} />
          <IconButton label={t('passkeys.removeOf', { name })} icon={<Trash2 />} onClick={onRemove} />
        </span>
      }
    />
  );
}

function Rename({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: (name: string) => void }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const [name, setName] = useState(passkey.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onDone(name.trim());
  };
  return (
    <Stack as="form" gap={4} shrinks below={4} onSubmit={submit} noValidate>
      <TextInput label={t('passkeys.name')} maxLength={NAME_LENGTH} autoFocus value={name} onChange={setName} />
      <Button type="submit" size="l" block disabled={name.trim() === ''}>
        {common('save')}
      </Button>
    </Stack>
  );
}

export default function PasskeysPage() {
  const t = useTexts('account');
  const query = useSecondFactors();
  const { data: devices } = useDevices();
  const { guard, sheet } = useConfirmation();
  const { prove, done, rejected, sheet: proofSheet } = useChange();
  const [creating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = useAddPasskey({
    onRejected: rejected,
    onDone({ recovery_codes }) {
      done();
      showToast(t('passkeys.added'), 'success');
      setCodes(recovery_codes);
    },
  });
  const rename = useRenamePasskey();
  const remove = useRemovePasskey({
    onRejected: rejected,
    onDone() {
      done();
      showToast(t('passkeys.removed'), 'success');
    },
  });

  /** The name of this browser, as the list of devices has it. */
  const suggested = devices?.list.find(({ current }) => current)?.device || t('passkeys.unnamed');
  const create = async () => {
    setCreating(true);
    try {
      const { options } = await beginPasskey({});
      const created = { passkey: await createPasskey(options), name: suggested.slice(0, NAME_LENGTH) };
      prove({ change: 'add_passkey' }, (proof) => add.run({ ...created, ...proof }));
    } catch (problem) {
      showToast(problemText(problem, t('passkeys.notCreated')), 'error');
    } finally {
      setCreating(false);
    }
  };

  return (
    <Page title={t('routes.setting.passkeys')} back>
      <Loaded query={query} waiting={<SkeletonRows count={3} />}>
        {(factors) => (
          <Stack gap={4} page>
            <Text size="inherit">{t('passkeys.lead')}</Text>
            {factors.passkeys.length === 0 && <EmptyState illustration="shield" title={t('passkeys.none')} />}
            {factors.passkeys.length > 0 && (
              <List card label={t('routes.setting.passkeys')}>
                {factors.passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => setRenamed(passkey)}
                    onRemove={() => setRemoved(passkey)}
                  />
                ))}
              </List>
            )}
            {(factors.passkeys.length > 0 || factors.authenticator_since !== null) && hasPasskeys() && (
              <Text size="inherit">{t('passkeys.another')}</Text>
            )}
            {hasPasskeys() ? (
              <Button size="l" block icon={<Plus />} busy={creating || add.busy} onClick={() => void create()}>
                {t('passkeys.add')}
              </Button>
            ) : (
              <Text size="inherit">{t('passkeys.unsupported')}</Text>
            )}
          </Stack>
        )}
      </Loaded>
      <Sheet open={renamed !== null} title={t('passkeys.rename')} onClose={() => setRenamed(null)}>
        {renamed && (
          <Rename
            passkey={renamed}
            onDone={(name) => {
              setRenamed(null);
              guard(() => rename.run({ id: renamed.id, name }));
            }}
          />
        )}
      </Sheet>
      <Question
        open={removed !== null}
        command={remove}
        title={t('passkeys.removeTitle', { name: removed?.name ?? '' })}
        confirmLabel={t('passkeys.remove')}
        tone="danger"
        onConfirm={() => {
          setRemoved(null);
          if (!removed) return;
          const { id } = removed;
          prove({ change: 'remove_passkey', id }, (proof) => remove.run({ id, ...proof }));
        }}
        onClose={() => setRemoved(null)}
      >
        {t('security.removeText')}
      </Question>
      <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      {sheet}
      {proofSheet}
    </Page>
  );
}
