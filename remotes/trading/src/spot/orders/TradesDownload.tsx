import { useTradesExport } from '@tessera/api/spot';
import { deviceTimeZone } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { downloadFrom } from '@tessera/ui/content';
import { Download } from '@tessera/ui/icons';
import styles from '../../ticket/Orders.module.css';
import type { OrderFilter } from './OrderLists.tsx';

/** All trades that the filter leaves, as CSV. */
export default function TradesDownload({ symbol, side }: OrderFilter) {
  const t = useTexts('trading');
  const file = useTradesExport({ onDone: ({ path }) => downloadFrom(path) });
  const time_zone = deviceTimeZone();
  return (
    <Button
      variant="secondary"
      size="s"
      className={styles.download}
      icon={<Download />}
      busy={file.busy}
      onClick={() => file.run({ time_zone, ...(symbol && { symbol }), ...(side && { type: side }) })}
    >
      {t('orders.csv')}
    </Button>
  );
}
