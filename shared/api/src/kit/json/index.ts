/* Contracts of services that speak plain JSON. `@tessera/api/kit` has those of the exchange. */

export { createJsonClient, JsonCallFailure, type JsonClientOptions } from './client.ts';
export {
  defineJsonContract,
  type JsonCall,
  type JsonCallId,
  type JsonCalls,
  type JsonHandlers,
  type JsonInput,
  type JsonOutput,
} from './contract.ts';
export { type JsonReading, type JsonRequestParts, readJsonInput } from './read-input.ts';
export { hasBody, jsonRequest } from './request.ts';
