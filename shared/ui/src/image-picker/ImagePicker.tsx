import { uploadRules } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { Field } from '../field/Field.tsx';
import { ProgressBar } from '../progress/ProgressBar.tsx';
import styles from './ImagePicker.module.css';
import { type PictureRefusal, takePicture } from './take-picture.ts';

/** What is known of the upload of the picked file; `useUpload` has it. */
export type PictureUpload = {
  readonly busy: boolean;
  /** Part that was sent, from 0 to 1. */
  readonly progress: number;
  /** Why it failed, in the user's language. */
  readonly problem: string | null;
  readonly retry: () => void;
};

export type ImagePickerProps = {
  readonly label: string;
  /** A JPEG, PNG or WebP of at most 10 MB; what is larger is shrunk. */
  readonly onPick: (file: File) => void;
  readonly onRemove?: (() => void) | undefined;
  readonly upload: PictureUpload;
  readonly helper?: string | undefined;
  readonly error?: string | null | undefined;
};

/**
 * Picks a picture and shows the picked file itself. Never what was uploaded: that is private, and an `img` sends no
 * session.
 */
export function ImagePicker({ label, onPick, onRemove, upload, helper, error }: ImagePickerProps) {
  const t = useTexts('common');
  const [preview, setPreview] = useState<string | null>(null);
  const [rejected, setRejected] = useState<PictureRefusal | null>(null);
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview]);

  /** Picked last: one that is still being shrunk gives way to it. */
  const latest = useRef<File | null>(null);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );

  const pick = (file: File | undefined) => {
    if (!file || upload.busy) return;
    latest.current = file;
    setRejected(null);
    takePicture(
      file,
      (taken) => {
        if (latest.current !== file) return;
        setPreview(URL.createObjectURL(taken));
        onPick(taken);
      },
      (why) => latest.current === file && setRejected(why),
    );
  };
  const remove = () => {
    latest.current = null;
    setPreview(null);
    onRemove?.();
  };

  const { busy, problem } = upload;
  const name = t(preview ? 'ui.replaceImage' : 'ui.addImage');
  return (
    <Field label={label} helper={helper ?? t('ui.imageHint')} error={rejected ? t(rejected) : (problem ?? error)}>
      {(ids) => (
        <div
          className={styles.picker}
          data-busy={busy || undefined}
          data-failed={problem ? true : undefined}
          data-invalid={ids['aria-invalid']}
        >
          {preview ? (
            <img className={styles.picture} src={preview} alt={label} width="343" height="193" />
          ) : (
            <span className={styles.prompt} aria-hidden="true">
              <Plus />
              {name}
            </span>
          )}
          <input
            {...ids}
            className={styles.input}
            type="file"
            accept={uploadRules.types.join(',')}
            aria-label={`${label}: ${name}`}
            // Not `disabled`, which would take the focus of who uses a keyboard.
            aria-disabled={busy}
            onClick={(event) => {
              if (busy) event.preventDefault();
            }}
            onChange={(event) => {
              pick(event.target.files?.[0]);
              // So that the same file can be picked again after a failure.
              event.target.value = '';
            }}
          />
          {busy && (
            <div className={styles.progress}>
              <ProgressBar label={t('ui.uploading')} ratio={upload.progress.toFixed(2)} />
            </div>
          )}
          {preview && problem && (
            <Button className={styles.retry} size="s" onClick={upload.retry}>
              {t('retry')}
            </Button>
          )}
          {preview && onRemove && (
            <IconButton
              className={styles.remove}
              label={t(busy ? 'cancel' : 'ui.removeImage')}
              icon={<X />}
              onClick={remove}
            />
          )}
        </div>
      )}
    </Field>
  );
}
