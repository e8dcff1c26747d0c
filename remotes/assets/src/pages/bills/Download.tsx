import { useStatement } from '@tessera/api/wallet';
import { deviceTimeZone } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { Button, IconButton, Sheet, Stack, Text } from '@tessera/ui';
import { downloadFrom } from '@tessera/ui/content';
import { Download as DownloadIcon, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';

type Asked = Omit<Parameters<ReturnType<typeof useStatement>['run']>[0], 'format' | 'time_zone'>;

type DownloadProps = {
  readonly asked: Asked;
  readonly disabled: boolean;
  /** The filter leaves no record: a table would be empty, a statement still gives the balances. */
  readonly none: boolean;
};

/** The same behind a control of the list itself. */
export function DownloadAction(asked: DownloadProps) {
  const t = useTexts('assets');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('bill.export')} icon={<DownloadIcon />} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('bill.export')}>
        <Download {...asked} />
      </Sheet>
    </>
  );
}

/** The statement of a period as PDF, and the records that a filter leaves as CSV. */
export function Download({ asked, disabled, none }: DownloadProps) {
  const t = useTexts('assets');
  const pdf = useStatement({ subject: 'pdf', onDone: ({ path }) => downloadFrom(path) });
  const csv = useStatement({ subject: 'csv', onDone: ({ path }) => downloadFrom(path) });
  const time_zone = deviceTimeZone();
  // Lines of one kind do not add up to a balance.
  const { kind: _, ...stated } = asked;
  const busy = pdf.busy || csv.busy;
  return (
    <>
      <Stack gap={2} pairs>
        <Button
          icon={<FileText />}
          busy={pdf.busy}
          disabled={disabled || busy}
          onClick={() => pdf.run({ ...stated, format: 'pdf', time_zone })}
        >
          {t('bill.pdf')}
        </Button>
        <Button
          variant="secondary"
          icon={<FileSpreadsheet />}
          busy={csv.busy}
          disabled={disabled || busy || none}
          onClick={() => csv.run({ ...asked, format: 'csv', time_zone })}
        >
          {t('bill.csv')}
        </Button>
      </Stack>
      <Text above={2}>{t('bill.note')}</Text>
    </>
  );
}
