import { describe, expect, test } from 'vitest';
import { addressInQr, type Chain, readRequest } from './rules.ts';

const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

describe('a QR code', () => {
  test.each<readonly [Chain, string, string]>([
    ['bitcoin', bitcoin, bitcoin],
    ['bitcoin', `bitcoin:${bitcoin}?amount=0.1&label=x&message=y&somethingyoudontunderstand=50`, bitcoin],
    ['bitcoin', `BITCOIN:${bitcoin.toUpperCase()}`, bitcoin],
    ['ethereum', ether.toLowerCase(), ether],
    ['ethereum', `ethereum:${ether}@1?value=1e18&gas=21000`, ether],
    ['ethereum', `ethereum:pay-${ether}`, ether],
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=1`, ether],
    ['tron', `tron:${tron}?amount=1`, tron],
  ])('of %s with %s names %s', (chain, content, address) => {
    expect(addressInQr(chain, content)).toBe(address);
  });

  test.each<readonly [Chain, string, string]>([
    ['ethereum', `ethereum:${token}@1/transferFrom?address=${ether}&address=${ether}&uint256=1`, '/transferFrom'],
    ['ethereum', `ethereum:${token}@1/approve?address=${ether}&uint256=1`, '/approve'],
    ['ethereum', `ethereum:${token}/transfer?uint256=1`, '/transfer'],
    ['ethereum', `ethereum:${token}/transfer?address=${ether}&address=${token}&uint256=1`, 'address='],
    ['ethereum', `ethereum:${token}/transfer?address=${ether}&uint256=1&data=0x00`, 'data='],
    ['ethereum', `ethereum:${token}/transfer?address=pay.eth&uint256=1`, '/transfer'],
    ['ethereum', `ethereum:${token}?address=${ether}`, 'address='],
    ['ethereum', `ethereum:${ether}@137`, '@137'],
    ['ethereum', `ethereum:${ether}@0x1`, '@0x1'],
    ['ethereum', `ethereum:${token}@1/transfer/more?address=${ether}`, '/more'],
    ['bitcoin', `bitcoin:${bitcoin}?amount=20.3&req-somethingyoudontunderstand=50`, 'req-somethingyoudontunderstand'],
    ['bitcoin', `bitcoin:${bitcoin}@1`, '@1'],
    ['tron', `tron:${tron}/approve?address=${tron}`, '/approve'],
    ['tron', `tron:${tron}?contract=${tron}`, 'contract='],
    ['ethereum', `bitcoin:${ether}`, 'bitcoin:'],
    ['tron', `ethereum:${tron}`, 'ethereum:'],
    ['bitcoin', `lightning:lnbc1`, 'lightning:'],
    ['ethereum', `wc:abc@2?relay-protocol=irn`, 'wc:'],
  ])('of %s with %s asks for more than a payment: %s', (chain, content, unclear) => {
    expect(readRequest(chain, content)).toEqual({ unclear });
    expect(addressInQr(chain, content)).toBeNull();
  });

  test.each<readonly [Chain, string]>([
    ['bitcoin', 'some words'],
    ['bitcoin', `bitcoin:${bitcoin.slice(0, -1)}`],
    ['ethereum', 'ethereum:pay.eth'],
    ['ethereum', 'ethereum:0x000000000000000000000000000000000000dEaD'],
  ])('of %s with %s names no address', (chain, content) => {
    expect(readRequest(chain, content)).toBeNull();
  });
});
