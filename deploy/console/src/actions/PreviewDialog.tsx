import { useMutation, useQueryClient } from '@tessera/query';
import type { RemoteStatus } from '@tessera/registry-api';
import { Button, ChipGroup, Text } from '@tessera/ui';
import { CircleAlert } from '@tessera/ui/icons';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { Modal } from './Modal.tsx';
import { PreviewLink } from './PreviewLink.tsx';
import { ReasonField } from './ReasonField.tsx';
import { VersionPicker } from './VersionPicker.tsx';

const DURATIONS = ['15', '60', '480', '1440', '10080'] as const;
type Minutes = (typeof DURATIONS)[number];

export type PreviewDialogProps = { readonly remote: RemoteStatus; readonly onClose: () => void };

/** Creates a preview link of a published version; nothing live changes. */
export function PreviewDialog({ remote: { name, newest }, onClose }: PreviewDialogProps) {
  const { registry, origin } = useServices();
  const [version, setVersion] = useState(newest);
  const [minutes, setMinutes] = useState<Minutes>('60');
  const [why, setWhy] = useState('');
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const loan = useMutation({
    mutationFn: (wanted: string) =>
      registry('POST /registry/preview', { name, version: wanted, minutes: Number(minutes), why: why.trim() }),
    onSettled: () => void queries.invalidateQueries(),
  });
  const make = () => {
    setMissing(why.trim() === '');
    if (why.trim() !== '') loan.mutate(version);
  };

  if (loan.data) {
    return (
      <Modal
        title={texts.preview.done(loan.variables)}
        onClose={onClose}
        footer={
          <>
            <Button variant="secondary" onClick={loan.reset}>
              {texts.preview.again}
            </Button>
            <Button onClick={onClose}>{texts.action.close}</Button>
          </>
        }
      >
        <PreviewLink url={new URL(loan.data.path, origin).href} expiresAt={loan.data.expiresAt} />
      </Modal>
    );
  }
  return (
    <Modal
      title={texts.preview.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.action.cancel}
          </Button>
          <Button busy={loan.isPending} onClick={make}>
            {texts.preview.confirm}
          </Button>
        </>
      }
    >
      <VersionPicker name={name} label={texts.preview.choose} value={version} onChange={setVersion} />
      <div>
        <Text tone="normal" weight="medium">
          {texts.preview.lasts}
        </Text>
        <ChipGroup
          wrap
          label={texts.preview.lasts}
          options={DURATIONS.map((value) => ({ value, label: texts.preview.durations[value] }))}
          value={minutes}
          onChange={setMinutes}
        />
      </div>
      <ReasonField
        label={texts.preview.why}
        helper={texts.preview.whyHelper}
        error={missing ? texts.action.whyMissing : null}
        value={why}
        onChange={setWhy}
      />
      {loan.error && (
        <Notice tone="danger" icon={<CircleAlert />} title={texts.preview.failedTitle} urgent>
          <p>{problemText(loan.error)}</p>
        </Notice>
      )}
    </Modal>
  );
}
