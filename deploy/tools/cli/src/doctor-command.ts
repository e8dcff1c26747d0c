import type { Finding, ReleaseService } from '@tessera/releases';
import { type Arguments, describe } from './release-commands.ts';
import { UsageError } from './usage.ts';

export type DoctorContext = {
  readonly service: ReleaseService;
  readonly who: string;
  readonly print: (text: string) => void;
};

const reasonIn = ({ why }: Arguments, command: string): string => {
  if (why === undefined) throw new UsageError(`${command} is written into the history and needs a reason: --why "…".`);
  return why;
};

const show = ({ what, problem, remedy }: Finding): string => `${what}\n  ${problem}\n  ${remedy}`;

/** Names everything in the store that is damaged, and repairs what it can if asked. Returns the exit code. */
export async function doctor(context: DoctorContext, given: Arguments & { readonly repair: boolean }): Promise<number> {
  const { service, who, print } = context;
  if (given.repair) {
    const before = await service.latest();
    const repaired = await service.repair({ who, why: reasonIn(given, 'doctor --repair') });
    for (const { what, problem } of repaired) print(`repaired ${what}: ${problem}`);
    const event = await service.latest();
    if (event && event.hash !== before?.hash)
      print(`Epoch ${event.state.epoch}: ${describe(event.changes) || 'no change'}`);
  }
  const findings = await service.examine();
  for (const finding of findings) print(show(finding));
  print(findings.length === 0 ? 'Everything in the store is as it was written.' : `${findings.length} finding(s).`);
  return findings.length === 0 ? 0 : 1;
}

/** Goes on with a store that was restored from an older backup. */
export async function restore({ service, who, print }: DoctorContext, given: Arguments): Promise<void> {
  const { state } = await service.restore({ who, why: reasonIn(given, 'restore') });
  print(`Epoch ${state.epoch}: pages take what is live in this store, whatever epoch they had.`);
}
