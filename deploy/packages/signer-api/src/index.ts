export { openSigner, type SignerClient } from './client.ts';
export {
  announceRequest,
  knownRequest,
  type Payment,
  type RefusalCode,
  type Signed,
  SignerRefusal,
  type SignerStatus,
  type SignRequest,
  type Spend,
  signRequest,
} from './protocol.ts';
export { approvalChallenge, type PaymentTerms } from './terms.ts';
