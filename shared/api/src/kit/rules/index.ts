export { checkDecimal, checkPositiveDecimal, decimalRules } from './decimal.ts';
export type { RuleFailure } from './failure.ts';
export {
  type ContactKind,
  checkCode,
  checkContact,
  checkEmail,
  checkMobile,
  checkNewPayPassword,
  checkNickname,
  checkPassword,
  checkPayPassword,
  checkPlainText,
  checkSignature,
  isLinkToken,
  personRules,
} from './person.ts';
export { uploadRules } from './upload.ts';
export * from './vocabulary.ts';
