import type { DepositAddress } from '@tessera/api/deposits';
import { useEffect, useState } from 'react';

/**
 * Whether the check digits of an address are right by the rules of its chain, and the QR code names that address: the
 * page judges by itself what it shows. Null while the rules are loaded.
 */
export function useCheckedAddress(given: DepositAddress | undefined): boolean | null {
  const [checked, setChecked] = useState<{ readonly given: DepositAddress; readonly valid: boolean } | null>(null);
  useEffect(() => {
    if (!given) return;
    let current = true;
    import('@tessera/api/payees/rules')
      .then(({ addressInQr, readAddress }) => {
        const { chain, address, uri } = given;
        return readAddress(chain, address)?.checked === true && addressInQr(chain, uri) === address;
      })
      // Without the rules nothing is shown either.
      .catch(() => false)
      .then((valid) => {
        if (current) setChecked({ given, valid });
      });
    return () => {
      current = false;
    };
  }, [given]);
  return checked && checked.given === given ? checked.valid : null;
}
