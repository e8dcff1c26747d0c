import type { DepositAddress } from '@tessera/api/deposits';
import { useQuery } from '@tessera/query';

/**
 * Whether the check digits of an address are right by the rules of its chain, and the QR code names that address: the
 * page judges by itself what it shows. The rules are fetched with the first address; without them nothing is judged.
 */
export const useCheckedAddress = (given: DepositAddress | undefined) =>
  useQuery({
    queryKey: ['checked deposit address', given?.chain, given?.address, given?.uri],
    enabled: given !== undefined,
    // The same rules judge the same address alike.
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn() {
      if (!given) return false;
      const { addressInQr, readAddress } = await import('@tessera/api/payees/rules');
      const { chain, address, uri } = given;
      return readAddress(chain, address)?.checked === true && addressInQr(chain, uri) === address;
    },
  });
