export { Accordion, type AccordionProps } from './accordion/Accordion.tsx';
export { AddressText } from './address/AddressText.tsx';
export { MARK_PATH } from './brand/Mark.tsx';
export { useCopy } from './copy/use-copy.ts';
export { Countdown, type CountdownProps } from './countdown/Countdown.tsx';
export { downloadFrom, saveFile } from './download/save-file.ts';
export { EntryRow, type EntryRowProps } from './entry-row/EntryRow.tsx';
export { Explained, type ExplainedProps, Explanation, type ExplanationProps } from './explained/Explained.tsx';
export {
  ExplainedBlock,
  type ExplainedBlockProps,
  type ExplainedFigure,
} from './explained/ExplainedBlock.tsx';
export { type Formula, type FormulaTerm, formulaOf } from './explained/formula.ts';
export { PullToRefresh, type PullToRefreshProps } from './gestures/PullToRefresh.tsx';
export { SwipePanel, type SwipePanelProps } from './gestures/SwipePanel.tsx';
export { type EndlessRows, PagedList, type PagedListProps } from './paged-list/PagedList.tsx';
export { ProgressBar, type ProgressBarProps } from './progress/ProgressBar.tsx';
export { invitationLink } from './qr/invitation-link.ts';
export { drawQrCode, QrCode, type QrCodeProps } from './qr/QrCode.tsx';
export type { QrPath } from './qr/qr-path.ts';
export { type QrPicture, saveQrPicture, shareQrPicture } from './qr/qr-picture.ts';
export { meetsAll, type Requirement, Requirements } from './requirements/Requirements.tsx';
export { ShareButton, shareLink } from './share/ShareButton.tsx';
export { DetailSheet, type DetailSheetProps } from './sheet/DetailSheet.tsx';
export { Sparkline, type SparklineProps } from './sparkline/Sparkline.tsx';
export { Steps, type StepsProps } from './steps/Steps.tsx';
export { Verdict, type VerdictProps } from './verdict/Verdict.tsx';
export { useVerified } from './verification/use-verified.ts';
export { Code, Codes, Verification, type VerificationProps } from './verification/Verification.tsx';
