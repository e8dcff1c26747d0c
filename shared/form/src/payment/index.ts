export { type Proof, Proofs } from './Proofs.tsx';
export { usePayment } from './use-payment.ts';
