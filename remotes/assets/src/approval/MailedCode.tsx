import { useSendOwnCode } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { CodeField } from '@tessera/ui/codes';
import { useState } from 'react';
import styles from './ApprovalSheet.module.css';

type Props = {
  /** What the code is requested with: it is good for what was begun alone. */
  readonly request: string;
  readonly onCode: (code: string) => void;
};

/** A code to the user's own address, for who has no second factor. */
export function MailedCode({ request, onCode }: Props) {
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
        onSend={() => sending.run({ scene: 'withdraw', request })}
      />
      <Button size="l" block disabled={code.length < 6} onClick={() => onCode(code)}>
        {common('confirm')}
      </Button>
    </div>
  );
}
