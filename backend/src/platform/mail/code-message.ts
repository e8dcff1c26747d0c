import type { CodeScene, LanguageCode } from '@tessera/api/rules';
import { CODE_TERM_TEXTS } from './code-term-texts.ts';
import { type CodeTerms, shortValue } from './code-terms.ts';
import { namedText } from './fill-text.ts';
import { colonOf, type Letter } from './letter.ts';

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

/** What a code authorises, by its scene: a user who is talked into passing it on reads what for. */
const PURPOSES: Readonly<Record<CodeScene, Readonly<Record<LanguageCode, string>>>> = {
  register: {
    en: 'Sign-up',
    zh: '注册账户',
    hk: '註冊帳戶',
    th: 'สมัครบัญชี',
    de: 'Registrierung',
    alb: 'Regjistrimi',
    jp: 'アカウント登録',
    kor: '회원가입',
    fra: 'Inscription',
    spa: 'Registro',
  },
  login: {
    en: 'Log-in',
    zh: '登录账户',
    hk: '登入帳戶',
    th: 'เข้าสู่ระบบ',
    de: 'Anmeldung',
    alb: 'Hyrja',
    jp: 'ログイン',
    kor: '로그인',
    fra: 'Connexion',
    spa: 'Inicio de sesión',
  },
  forget: {
    en: 'New login password',
    zh: '重置登录密码',
    hk: '重設登入密碼',
    th: 'ตั้งรหัสผ่านเข้าสู่ระบบใหม่',
    de: 'Neues Anmeldepasswort',
    alb: 'Fjalëkalim i ri i hyrjes',
    jp: 'ログインパスワードの再設定',
    kor: '로그인 비밀번호 재설정',
    fra: 'Nouveau mot de passe de connexion',
    spa: 'Nueva contraseña de acceso',
  },
  change_password: {
    en: 'Change of the login password',
    zh: '修改登录密码',
    hk: '更改登入密碼',
    th: 'เปลี่ยนรหัสผ่านเข้าสู่ระบบ',
    de: 'Änderung des Anmeldepassworts',
    alb: 'Ndryshimi i fjalëkalimit të hyrjes',
    jp: 'ログインパスワードの変更',
    kor: '로그인 비밀번호 변경',
    fra: 'Changement du mot de passe de connexion',
    spa: 'Cambio de la contraseña de acceso',
  },
  pay_password: {
    en: 'New payment password',
    zh: '设置支付密码',
    hk: '設定支付密碼',
    th: 'ตั้งรหัสผ่านการชำระเงิน',
    de: 'Neues Zahlungspasswort',
    alb: 'Fjalëkalim i ri i pagesës',
    jp: '支払いパスワードの設定',
    kor: '결제 비밀번호 설정',
    fra: 'Nouveau mot de passe de paiement',
    spa: 'Nueva contraseña de pago',
  },
  bind_email: {
    en: 'This e-mail address for an account',
    zh: '为账户绑定此邮箱',
    hk: '為帳戶綁定此電郵',
    th: 'ผูกอีเมลนี้กับบัญชี',
    de: 'Diese E-Mail-Adresse für ein Konto',
    alb: 'Kjo adresë emaili për një llogari',
    jp: 'このメールアドレスのアカウントへの登録',
    kor: '이 이메일 주소를 계정에 등록',
    fra: 'Cette adresse e-mail pour un compte',
    spa: 'Este correo para una cuenta',
  },
  bind_mobile: {
    en: 'This mobile number for an account',
    zh: '为账户绑定此手机号',
    hk: '為帳戶綁定此手機號碼',
    th: 'ผูกหมายเลขนี้กับบัญชี',
    de: 'Diese Mobilnummer für ein Konto',
    alb: 'Ky numër celulari për një llogari',
    jp: 'この電話番号のアカウントへの登録',
    kor: '이 휴대폰 번호를 계정에 등록',
    fra: 'Ce numéro de mobile pour un compte',
    spa: 'Este número de móvil para una cuenta',
  },
  change_contact: {
    en: 'Another e-mail address or mobile number for your account',
    zh: '更换账户的邮箱或手机号',
    hk: '更換帳戶的電郵或手機號碼',
    th: 'เปลี่ยนอีเมลหรือหมายเลขมือถือของบัญชี',
    de: 'Andere E-Mail-Adresse oder Mobilnummer für Ihr Konto',
    alb: 'Tjetër adresë emaili ose numër celulari për llogarinë tuaj',
    jp: 'アカウントのメールアドレスまたは電話番号の変更',
    kor: '계정의 이메일 또는 휴대폰 번호 변경',
    fra: 'Autre adresse e-mail ou numéro de mobile pour votre compte',
    spa: 'Otro correo o número de móvil para tu cuenta',
  },
  unfreeze: {
    en: 'End of the freeze of your account',
    zh: '解冻账户',
    hk: '解除帳戶凍結',
    th: 'ยกเลิกการระงับบัญชี',
    de: 'Aufheben der Kontosperre',
    alb: 'Heqja e ngrirjes së llogarisë',
    jp: 'アカウント凍結の解除',
    kor: '계정 동결 해제',
    fra: 'Levée du gel de votre compte',
    spa: 'Descongelar tu cuenta',
  },
  withdraw: {
    en: 'Withdrawal or payment',
    zh: '提现或转账',
    hk: '提現或轉帳',
    th: 'การถอนหรือการชำระเงิน',
    de: 'Auszahlung oder Zahlung',
    alb: 'Tërheqje ose pagesë',
    jp: '出金または送金',
    kor: '출금 또는 송금',
    fra: 'Retrait ou paiement',
    spa: 'Retiro o pago',
  },
  confirm: {
    en: 'Unlock your security settings for 5 minutes',
    zh: '解锁安全设置 5 分钟',
    hk: '解鎖安全設定 5 分鐘',
    th: 'ปลดล็อกการตั้งค่าความปลอดภัยเป็นเวลา 5 นาที',
    de: 'Freigabe Ihrer Sicherheitseinstellungen für 5 Minuten',
    alb: 'Zhbllokimi i cilësimeve të sigurisë për 5 minuta',
    jp: 'セキュリティ設定の変更許可（5分間）',
    kor: '보안 설정 5분간 변경 허용',
    fra: 'Déverrouillage de vos paramètres de sécurité pendant 5 minutes',
    spa: 'Desbloqueo de tus ajustes de seguridad durante 5 minutos',
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
  readonly scene: CodeScene;
  readonly language: LanguageCode;
  /** What the code authorises beyond what its scene says. */
  readonly terms?: CodeTerms | null;
  /** A short message shortens addresses, and has no more words than it needs. */
  readonly short?: boolean;
  /** A link that replaces the code. */
  readonly link?: string | null;
  /** The reader's anti-phishing phrase. */
  readonly phrase?: string | null;
};

/** The message that carries a verification code and says what it authorises, in the reader's language. */
export function codeLetter(
  code: string,
  { scene, language, terms = null, short = false, link = null, phrase = null }: Parts,
): Letter {
  const { subject, body } = TEXTS[language];
  const { only, actions, labels } = CODE_TERM_TEXTS[language];
  const action = terms?.action ?? null;
  const purpose = `${action === null ? PURPOSES[scene][language] : actions[action]}${colonOf(language)}`;
  const rows = (terms?.rows ?? []).map((row) => ({
    label: labels[row.label],
    value: namedText(row.label, short ? shortValue(row) : row.value, language),
  }));
  return {
    language,
    subject: purpose + subject,
    paragraphs: [purpose + body.replace('{code}', code), ...(terms === null || short ? [] : [only])],
    code,
    ...(rows.length > 0 && { rows }),
    ...(link !== null && { link: { ...LINKS[language], href: link } }),
    phrase,
  };
}
