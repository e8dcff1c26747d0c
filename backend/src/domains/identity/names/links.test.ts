import { cleanText } from '@tessera/api/chat/rules';
import { describe, expect, test } from 'vitest';
import { hasLink } from './links.ts';
import { isOfficial, shownName } from './public-name.ts';

describe('a link is found in', () => {
  test.each([
    'https://evil.example/x',
    'see evil.com now',
    'evil.com',
    'EVIL.COM/win',
    'www.evil.shop',
    'hxxp://evil',
    'javascript:alert(1)',
    'me@evil.com',
    'me @ evil . com',
    't.me/evil',
    'wa.me/4915112345678',
    'evil dot com',
    'evil [dot] com',
    'evil(.)com',
    'evil . com',
    'evil. com',
    'evil。com',
    'evil．com',
    'ｅｖｉｌ．ｃｏｍ',
    'e\u200bvil.c\u200bom',
    // Cyrillic letters among Latin ones, and alone.
    'еvіl.соm',
    'еvіl . соm zahlt doppelt',
    'еvіl dоt соm',
    'evil。сom',
    'ехаmple.соm',
    'пример.рф',
    'binance.中国',
    'xn--80ak6aa92e.com',
    '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
    'ⓔⓥⓘⓛ.ⓒⓞⓜ',
    '185.220.101.5:8080',
    'http : // evil',
    'telegram: @rich_guy',
    'WhatsApp +4915112345678',
    '微信号: abc123',
    'evil.co.uk',
    'tg://resolve?domain=x',
    'user@192.168.0.1',
    'evil。ｃｏｍ',
    'win+evil.com',
    'evil.com%20now',
    'a.b@c@evil.com',
  ])('%s', (text) => expect(hasLink(cleanText(text))).toBe(true));

  test.each([
    'BTC is at 64.250,50 and rising',
    'up 3.5% since 10.30',
    'BTC/USDT long 10x',
    'e.g. this one, i.e. that one',
    'Wait...what?',
    'I bought at 1.2345.Then it fell',
    'me too! and you?',
    'a ratio of 1:2',
    'see you at 12:30',
    'v1.2.3 is out',
    '价格是 64250。很好',
    'ราคาขึ้น 2.5% แล้ว',
    'point in time',
    'not financial advice @Ann',
    'HODL... to the moon',
    'whatsapp is down again',
    '10.000.000 volume',
  ])('but not in %s', (text) => expect(hasLink(cleanText(text))).toBe(false));
});

describe('a name that passes for staff is not shown', () => {
  test.each([
    'Admin',
    'аdmin',
    'Adm1n',
    'Supp0rt',
    'Tеsserа',
    'T3ssera',
    'ТЕЅЅЕRА',
    'M o d',
    'S.u.p.p.o.r.t',
    'Tessera_EN',
    '官方客服',
    'サポート',
    'Modеrator',
    'ＡＤＭＩＮ',
    'AdmÍn',
    'Officiaı',
    'adrnin',
  ])('%s', (name) => {
    expect(isOfficial(name)).toBe(true);
    expect(shownName(name, '12345678')).toBe('******78');
  });

  test.each(['Ann', 'Model7', 'Максим', '小明', 'Trader_99', 'Modesto', 'Lena'])('%s is shown', (name) =>
    expect(shownName(name, '12345678')).toBe(name),
  );

  test('nor the UID, which a new account has as its nickname', () => {
    expect(shownName('U12345678', '12345678')).toBe('******78');
  });

  test('nor one of nothing, of invisible characters, or of a link', () => {
    for (const name of ['', '\u3164\u200b', 'evil.com']) expect(shownName(name, '12345678')).toBe('******78');
    expect(shownName('A\u202ennA', '12345678')).toBe('AnnA');
  });
});
