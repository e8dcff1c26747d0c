export { type ContractForm, type FormField, type FormSchema, useContractForm } from './contract-form.ts';
export { defineForm, type Evaluation, type Form, type FormDefinition } from './define-form.ts';
export { useFirstError } from './first-error.ts';
export { NewPasswordFields } from './NewPasswordFields.tsx';
