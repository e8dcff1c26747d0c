export { type ErrorCode, envelopeOf, errorCodes } from './codes.ts';
export type { ErrorParams, ErrorTexts } from './format.ts';
export { errorText, errorTexts } from './texts.ts';
