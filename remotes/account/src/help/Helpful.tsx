import { tellHelpful } from '@tessera/api/content';
import { randomUuid } from '@tessera/device';
import { problemText, useTexts } from '@tessera/i18n';
import { anyText, storedValue, texts } from '@tessera/storage';
import { Button, showToast, Text } from '@tessera/ui';
import { useState } from 'react';
import styles from './Help.module.css';

/** By which a guest's later vote replaces the former. */
const device = storedValue({ name: 'account.help-device', initial: '', accept: anyText });
/** Articles that were voted on here. */
const voted = storedValue<readonly string[]>({ name: 'account.help-voted', initial: [], accept: texts });
const MOST_KEPT = 100;

function deviceId(): string {
  const known = device.read();
  if (known !== '') return known;
  const made = randomUuid();
  device.write(made);
  return made;
}

/** Whether an article helped: asked once on a device. */
export function Helpful({ id }: { readonly id: string }) {
  const t = useTexts('account');
  const [done, setDone] = useState(() => voted.read().includes(id));
  const vote = (helpful: boolean) => {
    setDone(true);
    tellHelpful({ id, helpful, device: deviceId() }, { quiet: true }).then(
      () => voted.write([...voted.read(), id].slice(-MOST_KEPT)),
      (error: unknown) => {
        setDone(false);
        showToast(problemText(error), 'error');
      },
    );
  };
  if (done)
    return (
      <Text size="inherit" align="center">
        {t('help.thanks')}
      </Text>
    );
  return (
    <section className={styles.helpful} aria-label={t('help.helpful')}>
      <p>{t('help.helpful')}</p>
      <Button size="s" variant="secondary" onClick={() => vote(true)}>
        {t('help.yes')}
      </Button>
      <Button size="s" variant="secondary" onClick={() => vote(false)}>
        {t('help.no')}
      </Button>
    </section>
  );
}
