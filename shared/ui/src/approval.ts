export { Approval, ApprovalSheet, type ApprovalSheetProps, SecondFactor } from './approval/ApprovalSheet.tsx';
export { neededFactor } from './approval/rejections.ts';
export type { Factor, FactorNeeds, SecondFactorProps } from './approval/SecondFactor.tsx';
export { type ApprovalState, type Approved, useApproval } from './approval/use-approval.ts';
export { usePasskey } from './approval/use-passkey.ts';
