export { PurchaseForm } from './purchase/PurchaseForm.tsx';
export {
  type AskedPurchase,
  definePurchase,
  judgePurchase,
  type PurchaseEntry,
  type PurchaseFailure,
} from './purchase/purchase.ts';
