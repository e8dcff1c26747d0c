import { useChangeAvatar } from '@tessera/api/identity';
import { useUpload } from '@tessera/api/uploads';
import { problemText, useTexts } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { useState } from 'react';

type Refused = { readonly avatar: string; readonly problem: string };

/** Uploads a picture and makes it the user's; what failed of the two is tried again by `retry`. */
export function useAvatar() {
  const t = useTexts('account');
  /** Uploaded, but not the user's picture yet. */
  const [refused, setRefused] = useState<Refused | null>(null);
  const change = useChangeAvatar({
    onDone: () => showToast(t('profile.photoChanged'), 'success'),
    onRejected: (error, { avatar }) => setRefused({ avatar, problem: problemText(error) }),
  });
  const keep = (avatar: string) => {
    setRefused(null);
    change.run({ avatar });
  };
  const upload = useUpload(keep);
  return {
    send(picture: File) {
      setRefused(null);
      upload.run(picture);
    },
    retry: () => (refused ? keep(refused.avatar) : upload.retry()),
    uploading: upload.busy,
    busy: upload.busy || change.busy,
    progress: upload.progress,
    problem: upload.problem ?? refused?.problem ?? null,
  };
}
