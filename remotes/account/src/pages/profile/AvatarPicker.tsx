import type { UserInfo } from '@tessera/api/identity';
import { uploadRules } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { Avatar, Button, Span, showToast, Text } from '@tessera/ui';
import { ProgressBar } from '@tessera/ui/content';
import { lazyPart } from '@tessera/ui/lazy-part';
import { takePicture } from '@tessera/ui/pictures';
import { useState } from 'react';
import styles from './ProfilePage.module.css';
import { useAvatar } from './use-avatar.ts';

/** Loaded with the first picture that is picked. */
const CropSheet = lazyPart(() => import('./CropSheet.tsx'));

/** The picture, which is also the way to another one. */
export function AvatarPicker({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const [picked, setPicked] = useState<File | null>(null);
  const { send, retry, uploading, busy, progress, problem } = useAvatar();
  const pick = (file: File | undefined) => {
    if (!file || busy) return;
    takePicture(file, setPicked, (why) => showToast(common(why), 'error'));
  };
  return (
    <>
      <label className={styles.avatar} data-busy={busy || undefined}>
        <Avatar name={user.nickname} src={user.avatar} size="l" />
        <Span tone="accent" weight="medium">
          {t('profile.changePhoto')}
        </Span>
        <Text as="span">{common('ui.imageHint')}</Text>
        <input
          className={styles.file}
          type="file"
          accept={uploadRules.types.join(',')}
          aria-label={t('profile.changePhoto')}
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
      </label>
      {uploading && <ProgressBar label={common('ui.uploading')} ratio={progress.toFixed(2)} />}
      {problem && (
        <div className={styles.failed} role="alert">
          <p>{problem}</p>
          <Button size="s" variant="secondary" onClick={retry}>
            {common('retry')}
          </Button>
        </div>
      )}
      {picked && (
        <CropSheet
          props={{
            file: picked,
            onCropped: (picture) => {
              setPicked(null);
              send(picture);
            },
            onClose: () => setPicked(null),
          }}
        />
      )}
    </>
  );
}
