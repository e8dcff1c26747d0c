import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressInField, addressInQr, type Chain, readRequest, requestInField, type Sent } from './rules.ts';

const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
/** A token that is not sent. */
const other = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const tronToken = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const TOKENS: Readonly<Record<string, Sent['token']>> = {
  'ethereum USDT': { contract: token, decimals: 6 },
  'tron USDT': { contract: tronToken, decimals: 6 },
  'ethereum USDC': { contract: other, decimals: 6 },
};
const coin = (chain: Chain, currency: string): Sent => ({ currency, token: TOKENS[`${chain} ${currency}`] ?? null });

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
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=1&uint256=2`, 'uint256='],
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=0.5`, 'uint256='],
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=-1`, 'uint256='],
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=0x10`, 'uint256='],
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=1&value=1e18`, 'value='],
    ['ethereum', `ethereum:${token}@137/transfer?address=${ether}&uint256=1`, '@137'],
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

describe('a payment link in an address field', () => {
  test.each<readonly [Chain, string, object]>([
    ['bitcoin', `bitcoin:${bitcoin}?amount=0.1&label=A%20shop`, { currency: 'BTC', number: '0.1' }],
    ['bitcoin', ` <BITCOIN:${bitcoin.toUpperCase()}?amount=20>\n`, { currency: 'BTC', number: '20' }],
    ['ethereum', `ethereum:${ether}@1?value=2.014e18`, { currency: 'ETH', number: '2.014' }],
    ['ethereum', `ethereum:${ether}?value=1`, { currency: 'ETH', number: '0.000000000000000001' }],
    ['tron', `tron:${tron}?amount=1.5`, { currency: 'TRX', number: '1.5' }],
  ])('of %s, %s, names an amount', (chain, link, amount) => {
    expect(requestInField(chain, link)).toMatchObject({ amount });
  });

  test.each<readonly [Chain, string]>([
    ['bitcoin', `bitcoin:${bitcoin}`],
    ['ethereum', `ethereum:${token}/transfer?address=${ether}&uint256=1000000`],
    ['tron', `tron:${tron}?amount=1.5&token=${tron}`],
  ])('of %s, %s, names none of the coin', (chain, link) => {
    expect(requestInField(chain, link)).not.toHaveProperty('amount');
    expect(requestInField(chain, link)).toHaveProperty('address');
  });

  test.each<readonly [Chain, string, string]>([
    ['bitcoin', `bitcoin:${bitcoin}?amount=0,1`, 'amount='],
    ['bitcoin', `bitcoin:${bitcoin}?amount=-1`, 'amount='],
    ['bitcoin', `bitcoin:${bitcoin}?amount=1e3`, 'amount='],
    ['bitcoin', `bitcoin:${bitcoin}?amount=1&amount=2`, 'amount='],
    ['ethereum', `ethereum:${ether}?value=0x10`, 'value='],
    ['ethereum', `ethereum:${ether}?value=1e999`, 'value='],
    ['bitcoin', 'lightning:lnbc20m1pvjluez', 'lightning:'],
    ['tron', `ethereum:${ether}`, 'ethereum:'],
  ])('of %s, %s, is refused by %s', (chain, link, unclear) => {
    expect(requestInField(chain, link)).toEqual({ unclear });
  });

  test.each<readonly [Chain, string, string, string]>([
    ['ethereum', 'USDT', `ethereum:${ether}@1?value=2e18`, '2 ETH'],
    ['tron', 'USDT', `tron:${tron}?amount=1.5`, '1.5 TRX'],
    ['ethereum', 'USDT', `ethereum:${other}@1/transfer?address=${ether}&uint256=1000000`, other],
    ['tron', 'USDT', `tron:${tron}/transfer?address=${tron}&uint256=1000000`, tron],
    ['ethereum', 'USDC', `ethereum:${token}@1/transfer?address=${ether}&uint256=1000000`, token],
    ['ethereum', 'USDT', `ethereum:pay.eth/transfer?address=${ether}&uint256=1000000`, 'pay.eth'],
    ['ethereum', 'ETH', `ethereum:${token}/transfer?address=${ether}&uint256=1`, token],
    ['tron', 'USDT', `tron:${tron}?amount=1.5&token=1002000`, '1002000'],
    ['tron', 'TRX', `tron:${tron}?amount=1.5&token=1002000`, '1002000'],
    ['tron', 'TRX', `tron:${tron}?token=`, 'token='],
  ])('on %s, where %s is sent, %s asks for another coin: %s', (chain, currency, link, unclear) => {
    expect(requestInField(chain, link, coin(chain, currency))).toEqual({ unclear });
    // Where nothing is sent, the address is what it names.
    expect(addressInField(chain, link)).toBe(chain === 'tron' ? tron : ether);
  });

  test.each<readonly [Chain, string, string]>([
    ['bitcoin', 'BTC', `bitcoin:${bitcoin}?amount=0.1`],
    ['ethereum', 'ETH', `ethereum:${ether}?value=1e18`],
    ['ethereum', 'USDT', `ethereum:${ether}@1`],
    ['tron', 'USDT', `tron:${tron}`],
  ])('on %s, where %s is sent, %s is taken', (chain, currency, link) => {
    expect(requestInField(chain, link, coin(chain, currency))).toHaveProperty('address');
  });

  test.each<readonly [Chain, string, string | undefined]>([
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}&uint256=1500000`, '1.5'],
    ['ethereum', `ethereum:${token}/transfer?address=${ether}&uint256=1.5e6&gas=60000&value=0`, '1.5'],
    ['ethereum', `ethereum:pay-${token.toLowerCase()}@1/transfer?uint256=1&address=${ether}`, '0.000001'],
    ['ethereum', `ethereum:${token}@1/transfer?address=${ether}`, undefined],
    ['tron', `tron:${tronToken}/transfer?address=${tron}&uint256=2000000`, '2'],
    ['tron', `tron:${tron}?amount=2.5&token=${tronToken}`, '2.5'],
  ])('on %s, where USDT is sent, %s is a transfer of it', (chain, link, number) => {
    const read = requestInField(chain, link, coin(chain, 'USDT'));
    expect(read).toMatchObject({ address: chain === 'tron' ? tron : ether });
    expect(read && 'amount' in read ? read.amount : undefined).toEqual(
      number === undefined ? undefined : { currency: 'USDT', number },
    );
  });

  const units = fc.bigInt({ min: 0n, max: 10n ** 30n - 1n });
  const places = fc.integer({ min: 0, max: 24 });
  test('any amount of a token is the units of its link, to the last one', () => {
    const property = fc.property(units, places, (asked, decimals) => {
      const link = `ethereum:${token}@1/transfer?address=${ether}&uint256=${asked}`;
      const read = requestInField('ethereum', link, { currency: 'USDT', token: { contract: token, decimals } });
      const { number = '' } = read && 'address' in read ? (read.amount ?? {}) : {};
      const [whole = '', fraction = ''] = number.split('.');
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(asked);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('no other contract and no other chain is taken for the token that is sent', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const chainId = fc.bigInt({ min: 0n, max: 10n ** 12n }).filter((id) => id !== 1n);
    const property = fc.property(bytes, chainId, units, (address, id, asked) => {
      const contract = `0x${Buffer.from(address).toString('hex')}`;
      fc.pre(contract !== token.toLowerCase());
      const call = `transfer?address=${ether}&uint256=${asked}`;
      const read = (target: string) =>
        requestInField('ethereum', `ethereum:${target}/${call}`, coin('ethereum', 'USDT'));
      expect(read(`${contract}@1`)).toEqual({ unclear: contract });
      expect(read(`${token}@${id}`)).toEqual({ unclear: `@${id}` });
    });
    fc.assert(property, { numRuns: 100 });
  });

  test.each<readonly [Chain, string]>([
    ['tron', `My address: ${tron}`],
    ['tron', `${tron} is my address`],
    ['tron', `Meine USDT-Adresse (TRC20):\n${tron}`],
    ['tron', `我的地址：${tron}`],
    ['ethereum', `Send ETH to ${ether}, please.`],
    ['bitcoin', `bitcoin address ${bitcoin}`],
  ])('on %s, the one address in %j is taken out', (chain, text) => {
    expect(requestInField(chain, text)).toMatchObject({ address: expect.any(String) });
    expect([tron, ether, bitcoin]).toContain(addressInField(chain, text));
  });

  test.each<readonly [Chain, string, string]>([
    ['tron', `My address: ${tron} or ${tronToken}`, `${tron} ${tronToken}`],
    ['ethereum', `BSC address: ${ether}`, 'BSC'],
    ['ethereum', `My polygon wallet ${ether}`, 'polygon'],
    ['bitcoin', `my litecoin address: ${bitcoin}`, 'litecoin'],
  ])('on %s, %j is refused by what is wrong with it', (chain, text, unclear) => {
    expect(requestInField(chain, text)).toEqual({ unclear });
  });

  test.each<readonly [Chain, string]>([
    ['tron', `My address: ${tron.slice(0, -1)}`],
    ['tron', `My address: ${ether}`],
    ['bitcoin', 'My address: none yet'],
  ])('on %s, %j has no address, and is no request either', (chain, text) => {
    expect(requestInField(chain, text)).toBeNull();
  });

  test('what is no clear request stays in the field', () => {
    expect(addressInField('bitcoin', 'lightning:lnbc1')).toBe('lightning:lnbc1');
    expect(addressInField('bitcoin', ' some words')).toBe(' some words');
  });

  test('leaves an address without check digits as it is written, so that they are asked for', () => {
    const plain = ether.toLowerCase();
    expect(requestInField('ethereum', `ethereum:${plain}`)).toMatchObject({ address: ether, written: plain });
  });

  test.each(['some words', bitcoin, '', 'bitcoin:', `bitcoin:${bitcoin.slice(0, 9)}`])('is not %s', (text) => {
    expect(requestInField('bitcoin', text)).toBeNull();
  });
});
