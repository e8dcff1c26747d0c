import { useSendOwnCode } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { CodeField } from '@tessera/ui/codes';
import { useState } from 'react';
import styles from './ApprovalSheet.module.css';

/** A code to the user's own address, for who has no second factor. */
export function MailedCode({ onCode }: { readonly onCode: (code: string) => void }) {
  const common = useTexts('common');
  const [code, setCode] = useState('');
  const sending = useSendOwnCode();
  return (
    <div className={styles.ways}>
      <CodeField
        value={code}
        onChange={setCode}
        sent={sending.output}
        sending={sending.busy}
        onSend={() => sending.run({ scene: 'withdraw' })}
      />
      <Button size="l" block disabled={code.length < 6} onClick={() => onCode(code)}>
        {common('confirm')}
      </Button>
    </div>
  );
}
