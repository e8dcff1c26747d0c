import { useTexts } from '@tessera/i18n';
import { Button, Sheet, Stack } from '@tessera/ui';
import { saveFile, useCopy } from '@tessera/ui/content';
import { Checkbox } from '@tessera/ui/forms';
import { Copy, Download, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import styles from './RecoveryCodes.module.css';

type Props = {
  /** The codes, which are shown this once; null shows nothing. */
  readonly codes: readonly string[] | null;
  readonly onDone: () => void;
};

function save(codes: readonly string[]): void {
  saveFile(new Blob([`Tessera\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), 'tessera-recovery-codes.txt');
}

function Codes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useTexts('account');
  const [kept, setKept] = useState(false);
  const copy = useCopy();
  return (
    <Stack gap={4} shrinks below={4}>
      <p className={styles.warning}>
        <ShieldAlert />
        <span>{t('recovery.lead')}</span>
      </p>
      <ol className={styles.codes} aria-label={t('recovery.title')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Stack gap={3} pairs>
        <Button variant="secondary" icon={<Copy />} onClick={() => void copy(codes.join('\n'))}>
          {t('recovery.copy')}
        </Button>
        <Button variant="secondary" icon={<Download />} onClick={() => save(codes)}>
          {t('recovery.download')}
        </Button>
      </Stack>
      <Checkbox checked={kept} onChange={setKept}>
        {t('recovery.kept')}
      </Checkbox>
      <Button size="l" block disabled={!kept} onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </Stack>
  );
}

/** Shows new recovery codes until the user says that they are kept. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useTexts('account');
  return (
    // Closing it by accident would lose the codes: it stays until they are kept.
    <Sheet open={codes !== null} title={t('recovery.title')} onClose={() => undefined}>
      {codes && <Codes codes={codes} onDone={onDone} />}
    </Sheet>
  );
}
