export { type ErrorCode, envelopeOf, errorCodes } from './codes.ts';
