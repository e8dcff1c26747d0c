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
  /** URL of the uploaded picture; null before. Until then the picked file is shown. */
  readonly picture: string | null;
  /** A JPEG, PNG or WebP of at most 10 MB. */
  readonly onPick: (file: File) => void;
  readonly onRemove?: (() => void) | undefined;
  readonly busy?: boolean | undefined;
  readonly helper?: string | undefined;
  readonly error?: string | null | undefined;
};

export function ImagePicker({ label, picture, onPick, onRemove, busy, helper, error }: ImagePickerProps) {
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

  const shown = picture ?? preview;
  const name = t(shown ? 'ui.replaceImage' : 'ui.addImage');
  return (
    <Field label={label} helper={helper ?? t('ui.imageHint')} error={rejected ? t(rejected) : error}>
      {(ids) => (
        <div className={styles.picker} data-busy={busy || undefined} data-invalid={ids['aria-invalid']}>
          {shown ? (
            <img className={styles.picture} src={shown} alt={label} width="343" height="193" />
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
          {shown && onRemove && !busy && (
            <IconButton className={styles.remove} label={t('ui.removeImage')} icon={<X />} onClick={remove} />
          )}
        </div>
      )}
    </Field>
  );
}
