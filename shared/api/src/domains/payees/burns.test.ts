import { describe, expect, test } from 'vitest';
import { addressProblem, type Chain, readAddress } from './addresses.ts';

describe('an address that nobody can spend from', () => {
  test.each<readonly [Chain, string]>([
    ['ethereum', '0x0000000000000000000000000000000000000000'],
    ['ethereum', '0x0000000000000000000000000000000000000001'],
    ['ethereum', '0x000000000000000000000000000000000000dEaD'],
    ['ethereum', '0xdEAD000000000000000042069420694206942069'],
    ['ethereum', '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead'],
    ['ethereum', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['ethereum', '0x1234567890123456789012345678901234567890'],
    ['ethereum', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['tron', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    ['bitcoin', '1111111111111111111114oLvT2'],
    ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE'],
    ['bitcoin', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'],
    ['bitcoin', '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E'],
    ['bitcoin', '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST'],
    ['bitcoin', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs'],
  ])('of %s is refused by name: %s', (chain, address) => {
    expect(readAddress(chain, address)).toBeNull();
    expect(addressProblem({ chain, network: 'X' }, address, { exact: false })).toEqual({
      code: 'address_burns',
      field: 'address',
    });
  });

  test.each<readonly [Chain, string]>([
    // A vanity contract with seven bytes of zeros, and one of a bridge.
    ['ethereum', '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC'],
    ['ethereum', '0x00000000006c3852cbEf3e08E8dF289169EdE581'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['tron', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  ])('is not taken for one of %s that a key may belong to: %s', (chain, address) => {
    expect(readAddress(chain, address)).not.toBeNull();
  });
});
