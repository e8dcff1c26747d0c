import { contract } from '@tessera/api/contract';
import { type Call, readInput } from '@tessera/api/kit';
import { DomainError } from '../../platform/http/domain-error.ts';

/** Stands where a call wants the payment password, which is no part of what is approved. */
const ANY_KEY = '482915';

/** What a way will be made with, read as the call itself reads it. Rejects calls that are no way, and fields it would reject. */
export function wayInput(callId: string, json: string): object {
  const calls: Readonly<Record<string, Call>> = contract;
  const call = calls[callId];
  if (call?.value?.to !== 'way' || call.value.approval !== 'above')
    throw new DomainError('not_found', { field: 'call' });
  let fields: unknown;
  try {
    fields = JSON.parse(json);
  } catch {
    throw new DomainError('invalid_field', { field: 'input' });
  }
  if (typeof fields !== 'object' || fields === null) throw new DomainError('invalid_field', { field: 'input' });
  const reading = readInput(call, { ...fields, key: ANY_KEY });
  if (!reading.ok) throw new DomainError(reading.problem.code, reading.problem);
  return reading.value;
}
