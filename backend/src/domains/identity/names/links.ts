import { parse } from 'tldts';
import { looksOf } from './confusables.ts';

/*
 * Links, addresses and contacts that users may not post. Written-out and spaced dots, dots of other scripts and letters of
 * other alphabets are read as their reader would read them. What has a public suffix of the current list counts as a host.
 */

/** Dots of other scripts; full-width ones are folded by NFKC already. */
const DOTS = /[。︒｡․‧∙⋅·•܁܂۔]/gu;
const WRITTEN_DOTS = /\s*[([{<]\s*(?:dot|punkt|point|punto|点|點|ドット|닷|จุด|\.)\s*[)\]}>]\s*/giu;
/** `example dot com`, `example . com`: only before what ends hosts most often, so that sentences stay sentences. */
const ENDS =
  'com|net|org|info|io|me|xyz|top|vip|app|live|club|online|site|shop|pro|cc|tv|co|ru|cn|link|gg|finance|exchange';
const SPACED_DOTS = new RegExp(
  `(?<=[\\p{L}\\p{N}])\\s*(?:\\s(?:dot|punkt|点|點)\\s|\\s\\.\\s?|\\.\\s)\\s*(?=(?:${ENDS})(?![\\p{L}\\p{N}]))`,
  'giu',
);

const SCHEMES =
  /(?:h\s*[tx]{2}\s*p\s*s?|ftp|wss?|tg|ipfs|data|javascript|vbscript|file|mailto|tel|intent)\s*:\s*(?:\/\s*\/|[\w+@.])/iu;
/* Each begins where its letters begin: from every letter, a long word would be read to its end again. */
const WORDS = /(?<![\p{L}\p{N}\p{Pc}%-])[\p{L}\p{N}\p{Pc}@%+-]+(?:\.[\p{L}\p{N}\p{Pc}%-]+)+/gu;
const AT_ADDRESS = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}-]+\s?\.\s?\p{L}{2,}/u;
const IP = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d*)?(?![\d.])/u;
/** Invitations of messengers, and their names with an account after them. */
const MESSENGERS =
  /(?:\b(?:telegram|whatsapp|wechat|weixin|discord|viber|skype)|微信|电报|電報|카톡|카카오톡|ไลน์)\s*(?:id|号|號|群|아이디)?\s*[:：=@#+]\s*[@\w+]/iu;

const isHost = (name: string): boolean => {
  const host = name.replace(/^[-_.]+|[-_.]+$/g, '');
  const { domain, isIcann, isPrivate, domainWithoutSuffix } = parse(host, {
    allowPrivateDomains: true,
    detectIp: false,
  });
  // Figures such as 64.250 end in no suffix of the list.
  return domain !== null && (isIcann === true || isPrivate === true) && /[\p{L}\p{N}]/u.test(domainWithoutSuffix ?? '');
};

/** Whether a cleaned text contains a link, an address or a contact. */
export function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC');
  return [plain, looksOf(plain)].some((read) => {
    const each = read.replace(DOTS, '.').replace(WRITTEN_DOTS, '.').replace(SPACED_DOTS, '.');
    return (
      SCHEMES.test(each) ||
      AT_ADDRESS.test(each) ||
      IP.test(each) ||
      MESSENGERS.test(each) ||
      (each.match(WORDS) ?? []).some((word) => word.split(/[@+%]/).some(isHost))
    );
  });
}
