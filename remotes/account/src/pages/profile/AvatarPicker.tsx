import { type UserInfo, useChangeAvatar } from '@tessera/api/identity';
import { uploadRules } from '@tessera/api/rules';
import { useUpload } from '@tessera/api/uploads';
import { useTexts } from '@tessera/i18n';
import { Avatar, showToast } from '@tessera/ui';
import { pictureProblem } from '@tessera/ui/forms';
import { lazy, Suspense, useState } from 'react';
import styles from './ProfilePage.module.css';

/** Loaded with the first picture that is picked. */
const CropSheet = lazy(() => import('./CropSheet.tsx'));

/** The picture, which is also the way to another one. */
export function AvatarPicker({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const change = useChangeAvatar({ onDone: () => showToast(t('profile.photoChanged'), 'success') });
  const upload = useUpload((avatar) => change.run({ avatar }));
  const [picked, setPicked] = useState<File | null>(null);
  const busy = upload.busy || change.busy;
  const pick = (file: File | undefined) => {
    if (!file) return;
    const problem = pictureProblem(file);
    if (problem) showToast(common(problem), 'error');
    else setPicked(file);
  };
  return (
    <>
      <label className={styles.avatar} data-busy={busy || undefined}>
        <Avatar name={user.nickname} src={user.avatar} size="l" />
        <span className={styles.change}>{t('profile.changePhoto')}</span>
        <span className={styles.hint}>{common('ui.imageHint')}</span>
        <input
          className={styles.file}
          type="file"
          accept={uploadRules.types.join(',')}
          aria-label={t('profile.changePhoto')}
          disabled={busy}
          onChange={(event) => {
            pick(event.target.files?.[0]);
            // So that the same file can be picked again after a failure.
            event.target.value = '';
          }}
        />
      </label>
      {picked && (
        <Suspense fallback={null}>
          <CropSheet
            file={picked}
            onCropped={(picture) => {
              setPicked(null);
              upload.run(picture);
            }}
            onClose={() => setPicked(null)}
          />
        </Suspense>
      )}
    </>
  );
}
