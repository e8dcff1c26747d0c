import type { PopUp } from '@tessera/api/content';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, Sheet, Stack } from '@tessera/ui';
import { useState } from 'react';
import styles from './Extras.module.css';

type Props = { readonly item: PopUp; readonly onClosed: () => void };

/** An announcement over the index page. Closing it in any way is having seen it. */
export function AnnouncementPopUp({ item: { id, title, abstract, cover }, onClosed }: Props) {
  const t = useTexts('app');
  const [open, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    onClosed();
  };
  const read = () => {
    close();
    bus.request('navigate', { to: screenUrl('/pages/mailMessage/ggDetail', { id }) });
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      footer={
        <Button block size="l" onClick={read}>
          {t('announcement')}
        </Button>
      }
    >
      <Stack gap={3} below={4}>
        {cover && <img className={styles.cover} src={cover} alt="" width={686} height={320} />}
        {abstract && <p className={styles.text}>{abstract}</p>}
      </Stack>
    </Sheet>
  );
}
