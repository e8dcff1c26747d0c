import { Carousel } from '@tessera/ui/carousel';
import { Accordion, Countdown, ProgressBar, QrFrame, Steps } from '@tessera/ui/content';
import styles from '../Gallery.module.css';

/** A picture in the manner of a code, for the frame alone. */
const QR = 'M0 0h7v7H0zM2 2v3h3V2zM14 0h7v7h-7zm2 2v3h3V2zM0 14h7v7H0zm2 2v3h3v-3zM9 1h2v3H9zM9 9h5v2H9zM16 9h3v4h-3z';

export const ContentSection = () => (
  <div className={styles.stack}>
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
    <QrFrame label="Deposit address" caption="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE">
      <svg viewBox="0 0 21 21" aria-hidden="true">
        <path d={QR} fill="currentColor" fillRule="evenodd" />
      </svg>
    </QrFrame>
    <div>
      <Countdown until={Date.UTC(2099, 0, 1)} /> · <Countdown until={0} />
    </div>
  </div>
);
