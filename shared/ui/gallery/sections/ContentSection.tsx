import { Stack } from '@tessera/ui';
import { Carousel } from '@tessera/ui/carousel';
import { Accordion, Countdown, ProgressBar, QrCode, Steps } from '@tessera/ui/content';
import styles from '../Gallery.module.css';

export const ContentSection = () => (
  <Stack gap={3} shrinks>
    <Carousel label="Banners">
      <div className={styles.banner}>Lock USDT, earn daily</div>
      <div className={styles.banner}>Copy traders with real records</div>
      <div className={styles.banner}>Invite friends</div>
    </Carousel>
    <ProgressBar label="Subscribed" ratio="0.634" />
    <ProgressBar label="Risk" ratio="0.92" tone="danger" note="92% of the limit" />
    <Steps
      label="Deposit"
      current={1}
      steps={[
        { title: 'Send to the address', note: 'Only USDT over TRC20' },
        { title: 'Upload the voucher', note: 'A picture of the transfer' },
        { title: 'We check it', note: 'Usually within 30 minutes' },
      ]}
    />
    <Accordion
      items={[
        { id: 'when', title: 'When does my deposit arrive?', content: 'After it was checked, usually in 30 minutes.' },
        { id: 'fee', title: 'What does a withdrawal cost?', content: 'The fee of the network, shown beforehand.' },
      ]}
    />
    <QrCode
      label="Deposit address"
      content="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"
      caption="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"
    />
    <div>
      <Countdown until={Date.UTC(2099, 0, 1)} /> · <Countdown until={0} />
    </div>
  </Stack>
);
