import { api, upload } from '@tessera/api';
import { uploadRules } from '@tessera/api/rules';
import { bus } from '@tessera/bus';
import { problemText, useTexts } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { Avatar, showToast } from '@tessera/ui';
import { pictureProblem } from '../../user/picture.ts';
import { USER_INFO, type UserInfo } from '../../user/user-info.ts';
import styles from './ProfilePage.module.css';

/** The picture, which is also the way to another one. */
export function AvatarPicker({ user }: { readonly user: UserInfo }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (file: File) => api('POST /user/uploadHeadPortrait', { avatar: await upload(file) }),
    onSuccess({ avatar }) {
      queries.setQueryData<UserInfo>(USER_INFO, (before) => before && { ...before, avatar });
      bus.emit('session.refresh', undefined);
      showToast(t('profile.photoChanged'), 'success');
    },
    onError: (error) => showToast(problemText(error), 'error'),
  });
  const pick = (file: File | undefined) => {
    if (!file) return;
    const problem = pictureProblem(file);
    if (problem) showToast(common(problem), 'error');
    else change.mutate(file);
  };
  return (
    <label className={styles.avatar} data-busy={change.isPending || undefined}>
      <Avatar name={user.nickname} src={user.avatar} size="l" />
      <span className={styles.change}>{t('profile.changePhoto')}</span>
      <span className={styles.hint}>{common('ui.imageHint')}</span>
      <input
        className={styles.file}
        type="file"
        accept={uploadRules.types.join(',')}
        aria-label={t('profile.changePhoto')}
        disabled={change.isPending}
        onChange={(event) => {
          pick(event.target.files?.[0]);
          // So that the same file can be picked again after a failure.
          event.target.value = '';
        }}
      />
    </label>
  );
}
