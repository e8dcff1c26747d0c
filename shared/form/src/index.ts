export { type ContractForm, type FormField, useContractForm } from './contract-form.ts';
export { NewPasswordFields } from './NewPasswordFields.tsx';
