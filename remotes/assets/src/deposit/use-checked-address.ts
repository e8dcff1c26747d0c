import type { DepositAddress } from '@tessera/api/deposits';
import { useCallback, useEffect, useState } from 'react';

/** `valid` is null while the rules of chains are fetched; `failed` says why they could not be. */
type Checked = { readonly valid: boolean | null; readonly failed: unknown };

const UNCHECKED: Checked = { valid: null, failed: null };

async function isValid({ chain, address, uri }: DepositAddress): Promise<boolean> {
  const { addressInQr, readAddress } = await import('@tessera/api/payees/rules');
  return readAddress(chain, address)?.checked === true && addressInQr(chain, uri) === address;
}

/**
 * Whether the check digits of an address are right by the rules of its chain, and the QR code names that address: the
 * page judges by itself what it shows. The rules are fetched with the first address; without them nothing is judged, and
 * `retry` fetches them again.
 */
export function useCheckedAddress(given: DepositAddress | undefined): Checked & { readonly retry: () => void } {
  const [checked, setChecked] = useState<Checked & { readonly of?: DepositAddress }>(UNCHECKED);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!given) return;
    let current = true;
    isValid(given).then(
      (valid) => current && setChecked({ of: given, valid, failed: null }),
      (failed: unknown) => current && setChecked({ of: given, valid: null, failed }),
    );
    return () => {
      current = false;
    };
  }, [given, tries]);
  const retry = useCallback(() => {
    setChecked(UNCHECKED);
    setTries((before) => before + 1);
  }, []);
  return { ...(checked.of === given ? checked : UNCHECKED), retry };
}
