export { Accordion, type AccordionProps } from './accordion/Accordion.tsx';
export { Countdown, type CountdownProps } from './countdown/Countdown.tsx';
export { Dialog, type DialogProps } from './dialog/Dialog.tsx';
export { EntryRow, type EntryRowProps } from './entry-row/EntryRow.tsx';
export { type EndlessRows, PagedList, type PagedListProps } from './paged-list/PagedList.tsx';
export { ProgressBar, type ProgressBarProps } from './progress/ProgressBar.tsx';
export { drawQrCode, QrCode, type QrCodeProps } from './qr/QrCode.tsx';
export { Sparkline, type SparklineProps } from './sparkline/Sparkline.tsx';
export { Steps, type StepsProps } from './steps/Steps.tsx';
