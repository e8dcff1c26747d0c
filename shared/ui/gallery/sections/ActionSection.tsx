import { screenUrl } from '@tessera/router';
import { Button, type ButtonVariant, IconButton, Stack } from '@tessera/ui';
import { ArrowDownToLine, Bell, Search, Settings } from '@tessera/ui/icons';
import styles from '../Gallery.module.css';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'buy', 'sell'];

export const ActionSection = () => (
  <Stack gap={3} shrinks>
    {(['s', 'm', 'l'] as const).map((size) => (
      <div key={size} className={styles.line}>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} size={size}>
            {variant}
          </Button>
        ))}
      </div>
    ))}
    <div className={styles.line}>
      <Button icon={<ArrowDownToLine />}>Deposit</Button>
      <Button busy>Deposit</Button>
      <Button disabled>Deposit</Button>
      <Button variant="ghost" disabled>
        Later
      </Button>
      <Button to={screenUrl('/')} variant="secondary">
        A link
      </Button>
    </div>
    <Button size="l" variant="buy" block>
      Buy 0.05 BTC
    </Button>
    <div className={styles.line}>
      <IconButton label="Search" icon={<Search />} />
      <IconButton label="Notices, some unread" icon={<Bell />} dot />
      <IconButton label="Settings" icon={<Settings />} disabled />
    </div>
  </Stack>
);
