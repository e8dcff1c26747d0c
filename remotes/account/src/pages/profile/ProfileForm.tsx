import { api } from '@tessera/api';
import { personRules } from '@tessera/api/rules';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { Button, showToast } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useForm } from '../../form/use-form.ts';
import { USER_INFO, type UserInfo } from '../../user/user-info.ts';
import { changesOf, type Profile, profileChecks } from './changes.ts';
import styles from './ProfilePage.module.css';

export function ProfileForm(kept: Profile) {
  const t = useTexts('account');
  const common = useTexts('common');
  const queries = useQueryClient();
  const form = useForm({ nickname: kept.nickname, signature: kept.signature }, profileChecks(kept), async (edited) => {
    const answer = await api('POST /user/editNickname', changesOf(kept, edited));
    queries.setQueryData<UserInfo>(USER_INFO, (before) => before && { ...before, ...answer });
    bus.emit('session.refresh', undefined);
    showToast(t('profile.saved'), 'success');
  });
  const changed = Object.keys(changesOf(kept, form.values)).length > 0;
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={t('profile.nickname')}
        autoComplete="nickname"
        helper={t('profile.lengthHint', personRules.nickname)}
        {...form.field('nickname')}
      />
      <TextInput
        label={t('profile.signature')}
        autoComplete="off"
        helper={t('profile.lengthHint', personRules.signature)}
        {...form.field('signature')}
      />
      <Button type="submit" size="l" block busy={form.busy} disabled={!changed}>
        {common('save')}
      </Button>
    </form>
  );
}
