import { supportContract } from '@tessera/api/support/contract';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireStaffCall } from '../../platform/http/staff-policy.ts';
import type { CallLimiter } from '../../platform/limits/call-limits.ts';
import { staffOf } from '../../platform/session/session-of.ts';
import { countStaffUpload } from '../../platform/uploads/quota.ts';
import { keepPicture, receiveFile } from '../../platform/uploads/receive.ts';
import { createVault } from '../../platform/uploads/vault.ts';

/** `POST /staff/support/picture`: an agent's picture, cleaned and kept until it is sent. */
export function receivePicture(app: FastifyInstance, dependencies: Dependencies, limiter: CallLimiter): void {
  const { database, now, settings } = dependencies;
  const call = supportContract['POST /staff/support/picture'];
  const vault = createVault(settings);
  app.post(`/api${call.path}`, async (request) => {
    const staff = await staffOf(dependencies, request);
    const caller = { staff, address: request.ip };
    limiter.admitCall(call, caller);
    if (!staff) throw new DomainError('session_invalid');
    requireStaffCall(call, staff);
    await limiter.admitGroup(call, caller);
    const name = await receiveFile(
      request,
      `staff:${staff.id}`,
      () => countStaffUpload(database, staff.id, now()),
      (file, asker) => keepPicture({ database, vault, now: now() }, { staffId: staff.id }, file, asker),
    );
    return { type: 'ok', code: 1, message: `/api/uploads/${name}` };
  });
}
