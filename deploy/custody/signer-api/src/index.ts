export { openSigner, type SignerClient } from './client.ts';
export {
  announceRequest,
  knownRequest,
  type Move,
  type Payment,
  type RefusalCode,
  type Signed,
  SignerRefusal,
  type SignerStatus,
  type SignRequest,
  type Spend,
  type SweepSource,
  signRequest,
} from './protocol.ts';
export { approvalChallenge, type PaymentTerms } from './terms.ts';
