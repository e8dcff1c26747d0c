import { useEffect, useState } from 'react';

/**
 * What the check of a proof found in this browser; null while it runs, and until there is a proof. `broken` is what a check
 * that fails by itself stands for. `check` is defined once, outside of a component.
 */
export function useVerified<Proof, Found>(
  proof: Proof | null | undefined,
  check: (proof: Proof) => Promise<Found>,
  broken: Found,
): Found | null {
  const [checked, setChecked] = useState<{ readonly proof: Proof; readonly found: Found } | null>(null);
  useEffect(() => {
    if (proof === null || proof === undefined) return;
    let current = true;
    check(proof).then(
      (found) => current && setChecked({ proof, found }),
      () => current && setChecked({ proof, found: broken }),
    );
    return () => {
      current = false;
    };
  }, [proof, check, broken]);
  return checked && checked.proof === proof ? checked.found : null;
}
