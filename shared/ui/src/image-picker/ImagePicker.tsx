import { uploadRules } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { Field } from '../field/Field.tsx';
import styles from './ImagePicker.module.css';
import { pictureProblem } from './picture-problem.ts';

export type ImagePickerProps = {
  readonly label: string;
  /** A JPEG, PNG or WebP of at most 10 MB. */
  readonly onPick: (file: File) => void;
  readonly onRemove?: (() => void) | undefined;
  readonly busy?: boolean | undefined;
  readonly helper?: string | undefined;
  readonly error?: string | null | undefined;
};

/**
 * Picks a picture and shows the picked file itself. Never what was uploaded: that is private, and an `img` sends no
 * session.
 */
export function ImagePicker({ label, onPick, onRemove, busy, helper, error }: ImagePickerProps) {
  const t = useTexts('common');
  const [preview, setPreview] = useState<string | null>(null);
  const [rejected, setRejected] = useState<ReturnType<typeof pictureProblem>>(null);
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview]);

  const pick = (file: File | undefined) => {
    if (!file) return;
    const reason = pictureProblem(file);
    setRejected(reason);
    if (reason) return;
    setPreview(URL.createObjectURL(file));
    onPick(file);
  };
  const remove = () => {
    setPreview(null);
    onRemove?.();
  };

  const name = t(preview ? 'ui.replaceImage' : 'ui.addImage');
  return (
    <Field label={label} helper={helper ?? t('ui.imageHint')} error={rejected ? t(rejected) : error}>
      {(ids) => (
        <div className={styles.picker} data-busy={busy || undefined} data-invalid={ids['aria-invalid']}>
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
            disabled={busy}
            onChange={(event) => {
              pick(event.target.files?.[0]);
              // So that the same file can be picked again after a failure.
              event.target.value = '';
            }}
          />
          {preview && onRemove && !busy && (
            <IconButton className={styles.remove} label={t('ui.removeImage')} icon={<X />} onClick={remove} />
          )}
        </div>
      )}
    </Field>
  );
}
