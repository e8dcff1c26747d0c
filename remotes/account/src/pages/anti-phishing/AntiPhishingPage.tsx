import { useUserInfo } from '@tessera/api/identity';
import { useSecondFactors, useSetAntiPhishing } from '@tessera/api/security';
import { antiPhishingInput, antiPhishingPhrase } from '@tessera/api/security/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Loaded, Page, SkeletonRows, Stack, showToast, Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { MailCheck } from 'lucide-react';
import { OwnCodeField } from '../../code/OwnCodeField.tsx';
import { provesByFactor } from '../../confirmation/has-factor.ts';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';
import styles from './AntiPhishingPage.module.css';

/** A code is sent for a phrase that will be taken. */
const isPhrase = (text: string): boolean => antiPhishingPhrase.safeParse(text).success;

/** A mail as the user will see it, with the phrase in its place. */
function Preview({ phrase }: { readonly phrase: string }) {
  const t = useTexts('account');
  return (
    <figure className={styles.mail} aria-label={t('phrase.preview')}>
      <MailCheck />
      <div>
        <p>{t('phrase.sample')}</p>
        <Text tone="strong" size="inherit" weight="medium" breaks above={2}>
          {t('phrase.line', { phrase: phrase || '••••' })}
        </Text>
      </div>
    </figure>
  );
}

function PhraseForm({ byFactor, isSet }: { readonly byFactor: boolean; readonly isSet: boolean }) {
  const t = useTexts('account');
  const open = useOpenScreen();
  const { guard, sheet } = useConfirmation();
  const form = useContractForm(antiPhishingInput, {
    initial: { phrase: '', code: '' },
    required: byFactor ? ['phrase'] : ['phrase', 'code'],
    toInput: ({ phrase, code }) => (byFactor ? { phrase } : { phrase, code }),
  });
  const set = useSetAntiPhishing({
    onDone() {
      showToast(t('phrase.done'), 'success');
      open(screenUrl('/pages/setting/security'), { replace: true });
    },
    onRejected: form.reject,
  });
  const phrase = form.values.phrase.trim();
  return (
    <>
      <Stack
        as="form"
        gap={2}
        page
        onSubmit={form.submit((input) => (byFactor ? guard(() => set.run(input)) : set.run(input)))}
        noValidate
      >
        <Text size="inherit" below={2}>
          {t(isSet ? 'phrase.noteSet' : 'phrase.note')}
        </Text>
        <TextInput
          label={t('phrase.label')}
          helper={t('phrase.hint')}
          autoComplete="off"
          maxLength={20}
          {...form.field('phrase')}
        />
        <Preview phrase={phrase} />
        {!byFactor && (
          <OwnCodeField scene="confirm" phrase={isPhrase(phrase) ? phrase : null} {...form.field('code')} />
        )}
        <Button type="submit" size="l" block busy={set.busy}>
          {t(isSet ? 'phrase.replace' : 'phrase.set')}
        </Button>
      </Stack>
      {sheet}
    </>
  );
}

/** The phrase that every mail of ours shows. The one in force is not shown: who has the session could forge our mails. */
export default function AntiPhishingPage() {
  const t = useTexts('account');
  const factors = useSecondFactors();
  const user = useUserInfo();
  return (
    <Page title={t('routes.setting.antiPhishing')} back>
      <Loaded<unknown> query={factors.data ? user : factors} waiting={<SkeletonRows count={4} />} />
      {factors.data && user.data && (
        <PhraseForm byFactor={provesByFactor(factors.data)} isSet={user.data.has_anti_phishing} />
      )}
    </Page>
  );
}
