import type { HostContract, RemoteContract, UsedModule } from './contract.ts';
import type { ReasonCode } from './verdict.ts';
import { meetsRange } from './version-range.ts';

export type Finding = { readonly code: ReasonCode; readonly message: string };

/** The two sides as a message names them: `markets@0.8.0`, `host@0.9.0`. */
export type Sides = { readonly remote: string; readonly host: string };

/** `@tessera/ui` for `@tessera/ui/forms`. */
const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

function moduleFindings(
  request: string,
  used: UsedModule,
  provides: HostContract['provides'],
  sides: Sides,
): Finding[] {
  const provided = provides[request];
  if (!provided) {
    return [
      { code: 'module_missing', message: `${sides.remote} uses ${request}, which ${sides.host} does not provide.` },
    ];
  }
  const findings: Finding[] = [];
  const missing = missingExports(used, provides[request]?.exports ?? []);
  if (missing.length > 0) {
    const message = `${sides.remote} imports ${missing.join(', ')} from ${request}; ${sides.host} does not export it.`;
    findings.push({ code: 'export_missing', message });
  }
  if (!meetsRange(provided.version, used.range)) {
    const name = packageOf(request);
    const message = `${sides.remote} takes ${name} ${used.range}; ${sides.host} provides ${provided.version}.`;
    findings.push({ code: 'range_unmet', message });
  }
  return findings;
}

/** Used names that are not exported. Either side may be unknown: `*`. */
export const missingExports = ({ exports }: UsedModule, provided: readonly string[]): string[] =>
  provided.includes('*') ? [] : exports.filter((name) => name !== '*' && !provided.includes(name));

/** Shared modules, their exports and their versions: what a remote uses against what a host provides. */
export function moduleRules({ uses }: RemoteContract, { provides }: HostContract, sides: Sides): Finding[] {
  const findings = Object.entries(uses).flatMap(([request, used]) => moduleFindings(request, used, provides, sides));
  // Several modules of one package repeat the same version finding.
  return findings.filter(({ message }, index) => findings.findIndex((other) => other.message === message) === index);
}
