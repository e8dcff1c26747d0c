import type { LanguageCode } from '@tessera/api/rules';
import type { Letter } from './letter.ts';

type Texts = { readonly subject: string; readonly body: string };

/** `{code}` is replaced by the code. */
const TEXTS: Readonly<Record<LanguageCode, Texts>> = {
  en: {
    subject: 'Your verification code',
    body: 'Your verification code is {code}. It is valid for 10 minutes. We never ask for it: do not share it.',
  },
  zh: { subject: '您的验证码', body: '您的验证码是 {code}，10 分钟内有效。我们绝不会向您索要验证码，请勿告知任何人。' },
  hk: { subject: '您的驗證碼', body: '您的驗證碼是 {code}，10 分鐘內有效。我們絕不會向您索取驗證碼，請勿告知任何人。' },
  th: { subject: 'รหัสยืนยันของคุณ', body: 'รหัสยืนยันของคุณคือ {code} ใช้ได้ภายใน 10 นาที เราไม่เคยขอรหัสนี้ โปรดอย่าบอกผู้อื่น' },
  de: {
    subject: 'Ihr Bestätigungscode',
    body: 'Ihr Bestätigungscode lautet {code}. Er ist 10 Minuten gültig. Wir fragen nie danach: Geben Sie ihn niemandem.',
  },
  alb: {
    subject: 'Kodi juaj i verifikimit',
    body: 'Kodi juaj i verifikimit është {code}. Vlen për 10 minuta. Ne nuk e kërkojmë kurrë: mos ia jepni askujt.',
  },
  jp: {
    subject: '認証コードのお知らせ',
    body: '認証コードは {code} です。10分間有効です。当社がコードをお尋ねすることはありません。誰にも教えないでください。',
  },
  kor: {
    subject: '인증 코드 안내',
    body: '인증 코드는 {code}이며 10분간 유효합니다. 저희는 코드를 요청하지 않습니다. 누구에게도 알려 주지 마세요.',
  },
  fra: {
    subject: 'Votre code de vérification',
    body: 'Votre code de vérification est {code}. Il est valable 10 minutes. Nous ne le demandons jamais : ne le donnez à personne.',
  },
  spa: {
    subject: 'Tu código de verificación',
    body: 'Tu código de verificación es {code}. Es válido durante 10 minutos. Nunca te lo pediremos: no se lo des a nadie.',
  },
};

/** The sentence before the link that replaces the code, and the button that opens it. */
const LINKS: Readonly<Record<LanguageCode, { readonly text: string; readonly action: string }>> = {
  en: { text: 'Or open this link, which replaces the code:', action: 'Open the link' },
  zh: { text: '您也可以直接打开以下链接，无需输入验证码：', action: '打开链接' },
  hk: { text: '您亦可直接開啟以下連結，無需輸入驗證碼：', action: '開啟連結' },
  th: { text: 'หรือเปิดลิงก์นี้แทนการกรอกรหัส:', action: 'เปิดลิงก์' },
  de: { text: 'Oder öffnen Sie diesen Link, der den Code ersetzt:', action: 'Link öffnen' },
  alb: { text: 'Ose hapni këtë lidhje, që zëvendëson kodin:', action: 'Hap lidhjen' },
  jp: { text: 'または、コードを入力する代わりに次のリンクを開いてください：', action: 'リンクを開く' },
  kor: { text: '또는 코드를 입력하는 대신 다음 링크를 여세요:', action: '링크 열기' },
  fra: { text: 'Ou ouvrez ce lien, qui remplace le code :', action: 'Ouvrir le lien' },
  spa: { text: 'O abre este enlace, que sustituye al código:', action: 'Abrir el enlace' },
};

type Parts = {
  readonly language: LanguageCode;
  /** A link that replaces the code. */
  readonly link?: string | null;
  /** The reader's anti-phishing phrase. */
  readonly phrase?: string | null;
};

/** The message that carries a verification code, in the reader's language. */
export const codeLetter = (code: string, { language, link = null, phrase = null }: Parts): Letter => ({
  language,
  subject: TEXTS[language].subject,
  paragraphs: [TEXTS[language].body.replace('{code}', code)],
  code,
  ...(link !== null && { link: { ...LINKS[language], href: link } }),
  phrase,
});
