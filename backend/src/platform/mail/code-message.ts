import type { LanguageCode } from '@tessera/api/rules';

type Texts = { readonly subject: string; readonly body: string };

/** `{code}` is replaced by the code. */
const TEXTS: Readonly<Record<LanguageCode, Texts>> = {
  en: {
    subject: 'Your verification code',
    body: 'Your verification code is {code}. It is valid for 10 minutes. We never ask for it: do not give it to anybody.',
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

/** `{link}` is replaced by the link. */
const LINKS: Readonly<Record<LanguageCode, string>> = {
  en: 'Or open this link, which replaces the code:\n{link}',
  zh: '您也可以直接打开以下链接，无需输入验证码：\n{link}',
  hk: '您亦可直接開啟以下連結，無需輸入驗證碼：\n{link}',
  th: 'หรือเปิดลิงก์นี้แทนการกรอกรหัส:\n{link}',
  de: 'Oder öffnen Sie diesen Link, der den Code ersetzt:\n{link}',
  alb: 'Ose hapni këtë lidhje, që zëvendëson kodin:\n{link}',
  jp: 'または、コードを入力する代わりに次のリンクを開いてください：\n{link}',
  kor: '또는 코드를 입력하는 대신 다음 링크를 여세요:\n{link}',
  fra: 'Ou ouvrez ce lien, qui remplace le code :\n{link}',
  spa: 'O abre este enlace, que sustituye al código:\n{link}',
};

/** The message that carries a verification code, in the reader's language; with a link where there is one. */
export const codeMessage = (code: string, language: LanguageCode, link: string | null = null): Texts => {
  const body = TEXTS[language].body.replace('{code}', code);
  // A function, because `$` in a replacement string has a special meaning.
  const more = link === null ? '' : `\n\n${LINKS[language].replace('{link}', () => link)}`;
  return { subject: TEXTS[language].subject, body: `${body}${more}` };
};
