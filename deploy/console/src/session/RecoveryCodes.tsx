import { Button, Stack } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { TriangleAlert } from '@tessera/ui/icons';
import { useState } from 'react';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import styles from './LogInScreen.module.css';

/** The codes that replace a lost factor, shown this once. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const [kept, setKept] = useState(false);
  return (
    <Stack gap={4} shrinks>
      <Notice tone="warn" icon={<TriangleAlert />}>
        <p>{texts.login.recoveryLead}</p>
      </Notice>
      <ol className={styles.codes} aria-label={texts.login.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Checkbox checked={kept} onChange={setKept}>
        {texts.login.recoveryKept}
      </Checkbox>
      <Button size="l" block disabled={!kept} onClick={onDone}>
        {texts.login.proceed}
      </Button>
    </Stack>
  );
}
