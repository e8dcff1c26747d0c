import { useEditProfile } from '@tessera/api/identity';
import { profileInput } from '@tessera/api/identity/inputs';
import { personRules } from '@tessera/api/rules';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, Stack, showToast } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { changesOf, type Profile } from './changes.ts';

export function ProfileForm(kept: Profile) {
  const t = useTexts('account');
  const common = useTexts('common');
  const form = useContractForm(profileInput, {
    initial: { nickname: kept.nickname, signature: kept.signature },
    // What was set once can be replaced, not removed.
    required: kept.signature === '' ? ['nickname'] : ['nickname', 'signature'],
    // The rules hold for what changes: an older nickname that breaks them does not bar a new signature.
    toInput: (edited) => changesOf(kept, edited),
  });
  const edit = useEditProfile({ onDone: () => showToast(t('profile.saved'), 'success'), onRejected: form.reject });
  const changed = Object.keys(changesOf(kept, form.values)).length > 0;
  return (
    <Stack as="form" gap={2} onSubmit={form.submit(edit.run)} noValidate>
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
      <Button type="submit" size="l" block busy={edit.busy} disabled={!changed}>
        {common('save')}
      </Button>
    </Stack>
  );
}
