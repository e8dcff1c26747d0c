import type { LanguageCode } from '@tessera/api/rules';

type Text = { readonly subject: string; readonly body: string };

export type NoticeKind =
  | 'new_device'
  | 'password_changed'
  | 'pay_password_changed'
  | 'factors_changed'
  | 'limits_changed'
  | 'anti_phishing_changed';

/** `{time}`, `{device}` and `{address}` are replaced. */
export const NOTICE_TEXTS: Readonly<Record<NoticeKind, Readonly<Record<LanguageCode, Text>>>> = {
  new_device: {
    en: {
      subject: 'Log-in from a new device',
      body: 'Your account was logged in to from a new device on {time}: {device}, IP {address}. Withdrawals are paused for a while.',
    },
    zh: {
      subject: '新设备登录提醒',
      body: '您的账户于 {time} 在新设备上登录：{device}，IP {address}。提现已暂停一段时间。',
    },
    hk: {
      subject: '新裝置登入提醒',
      body: '您的帳戶於 {time} 在新裝置上登入：{device}，IP {address}。提現已暫停一段時間。',
    },
    th: {
      subject: 'มีการเข้าสู่ระบบจากอุปกรณ์ใหม่',
      body: 'บัญชีของคุณเข้าสู่ระบบจากอุปกรณ์ใหม่เมื่อ {time}: {device}, IP {address} การถอนเงินถูกระงับชั่วคราว',
    },
    de: {
      subject: 'Anmeldung auf einem neuen Gerät',
      body: 'Ihr Konto wurde am {time} auf einem neuen Gerät angemeldet: {device}, IP {address}. Auszahlungen sind vorübergehend ausgesetzt.',
    },
    alb: {
      subject: 'Hyrje nga një pajisje e re',
      body: 'Në llogarinë tuaj u hy nga një pajisje e re më {time}: {device}, IP {address}. Tërheqjet janë pezulluar përkohësisht.',
    },
    jp: {
      subject: '新しい端末からのログイン',
      body: '{time} に新しい端末からログインがありました：{device}、IP {address}。出金は一時的に停止されます。',
    },
    kor: {
      subject: '새 기기에서 로그인',
      body: '{time}에 새 기기에서 로그인했습니다: {device}, IP {address}. 출금이 일시적으로 중지됩니다.',
    },
    fra: {
      subject: 'Connexion depuis un nouvel appareil',
      body: 'Votre compte a été ouvert depuis un nouvel appareil le {time} : {device}, IP {address}. Les retraits sont suspendus temporairement.',
    },
    spa: {
      subject: 'Inicio de sesión en un dispositivo nuevo',
      body: 'Se ha iniciado sesión en tu cuenta desde un dispositivo nuevo el {time}: {device}, IP {address}. Los retiros quedan en pausa temporalmente.',
    },
  },
  password_changed: {
    en: {
      subject: 'Login password changed',
      body: 'The login password of your account was changed on {time}. Other devices were logged out and withdrawals are paused for a while.',
    },
    zh: {
      subject: '登录密码已修改',
      body: '您的账户登录密码已于 {time} 修改。其他设备已退出登录，提现已暂停一段时间。',
    },
    hk: { subject: '登入密碼已修改', body: '您的帳戶登入密碼已於 {time} 修改。其他裝置已登出，提現已暫停一段時間。' },
    th: {
      subject: 'เปลี่ยนรหัสผ่านเข้าสู่ระบบแล้ว',
      body: 'รหัสผ่านเข้าสู่ระบบของคุณถูกเปลี่ยนเมื่อ {time} อุปกรณ์อื่นถูกออกจากระบบ และการถอนเงินถูกระงับชั่วคราว',
    },
    de: {
      subject: 'Anmeldepasswort geändert',
      body: 'Das Anmeldepasswort Ihres Kontos wurde am {time} geändert. Andere Geräte wurden abgemeldet, Auszahlungen sind vorübergehend ausgesetzt.',
    },
    alb: {
      subject: 'Fjalëkalimi i hyrjes u ndryshua',
      body: 'Fjalëkalimi i hyrjes i llogarisë suaj u ndryshua më {time}. Pajisjet e tjera u shkëputën dhe tërheqjet janë pezulluar përkohësisht.',
    },
    jp: {
      subject: 'ログインパスワードの変更',
      body: '{time} にログインパスワードが変更されました。他の端末はログアウトされ、出金は一時的に停止されます。',
    },
    kor: {
      subject: '로그인 비밀번호 변경',
      body: '{time}에 로그인 비밀번호가 변경되었습니다. 다른 기기는 로그아웃되었으며 출금이 일시적으로 중지됩니다.',
    },
    fra: {
      subject: 'Mot de passe de connexion modifié',
      body: 'Le mot de passe de votre compte a été modifié le {time}. Les autres appareils ont été déconnectés et les retraits sont suspendus temporairement.',
    },
    spa: {
      subject: 'Contraseña de acceso cambiada',
      body: 'La contraseña de tu cuenta se cambió el {time}. Se ha cerrado la sesión en los demás dispositivos y los retiros quedan en pausa temporalmente.',
    },
  },
  pay_password_changed: {
    en: { subject: 'Payment password changed', body: 'The payment password of your account was set on {time}.' },
    zh: { subject: '支付密码已修改', body: '您的账户支付密码已于 {time} 设置。' },
    hk: { subject: '支付密碼已修改', body: '您的帳戶支付密碼已於 {time} 設定。' },
    th: { subject: 'เปลี่ยนรหัสผ่านการชำระเงินแล้ว', body: 'รหัสผ่านการชำระเงินของคุณถูกตั้งเมื่อ {time}' },
    de: { subject: 'Zahlungspasswort geändert', body: 'Das Zahlungspasswort Ihres Kontos wurde am {time} festgelegt.' },
    alb: {
      subject: 'Fjalëkalimi i pagesës u ndryshua',
      body: 'Fjalëkalimi i pagesës i llogarisë suaj u vendos më {time}.',
    },
    jp: { subject: '決済パスワードの変更', body: '{time} に決済パスワードが設定されました。' },
    kor: { subject: '결제 비밀번호 변경', body: '{time}에 결제 비밀번호가 설정되었습니다.' },
    fra: {
      subject: 'Mot de passe de paiement modifié',
      body: 'Le mot de passe de paiement de votre compte a été défini le {time}.',
    },
    spa: {
      subject: 'Contraseña de pago cambiada',
      body: 'La contraseña de pago de tu cuenta se estableció el {time}.',
    },
  },
  factors_changed: {
    en: {
      subject: 'Second factor changed',
      body: 'An authenticator, a passkey or the recovery codes of your account were changed on {time}.',
    },
    zh: { subject: '双重验证已变更', body: '您账户的身份验证器、通行密钥或恢复码已于 {time} 变更。' },
    hk: { subject: '雙重驗證已變更', body: '您帳戶的身份驗證器、通行密鑰或恢復碼已於 {time} 變更。' },
    th: { subject: 'เปลี่ยนการยืนยันตัวตนสองขั้นตอนแล้ว', body: 'แอปยืนยันตัวตน พาสคีย์ หรือรหัสกู้คืนของบัญชีคุณถูกเปลี่ยนเมื่อ {time}' },
    de: {
      subject: 'Zweiter Faktor geändert',
      body: 'Eine Authenticator-App, ein Passkey oder die Wiederherstellungscodes Ihres Kontos wurden am {time} geändert.',
    },
    alb: {
      subject: 'Faktori i dytë u ndryshua',
      body: 'Aplikacioni i verifikimit, një çelës hyrjeje ose kodet e rikuperimit të llogarisë suaj u ndryshuan më {time}.',
    },
    jp: {
      subject: '二段階認証の変更',
      body: '{time} に認証アプリ、パスキー、またはリカバリーコードが変更されました。',
    },
    kor: { subject: '2단계 인증 변경', body: '{time}에 인증 앱, 패스키 또는 복구 코드가 변경되었습니다.' },
    fra: {
      subject: 'Second facteur modifié',
      body: 'L’application d’authentification, une clé d’accès ou les codes de récupération de votre compte ont été modifiés le {time}.',
    },
    spa: {
      subject: 'Segundo factor cambiado',
      body: 'La aplicación de autenticación, una clave de acceso o los códigos de recuperación de tu cuenta se cambiaron el {time}.',
    },
  },
  limits_changed: {
    en: {
      subject: 'Your limits have changed',
      body: 'Your identity was verified on {time}. Your limits for trading and withdrawals are higher now.',
    },
    zh: { subject: '您的限额已调整', body: '您的身份认证已于 {time} 通过，交易和提现限额已提高。' },
    hk: { subject: '您的限額已調整', body: '您的身份認證已於 {time} 通過，交易及提現限額已提高。' },
    th: { subject: 'วงเงินของคุณเปลี่ยนแปลงแล้ว', body: 'การยืนยันตัวตนของคุณผ่านเมื่อ {time} วงเงินซื้อขายและถอนเงินของคุณเพิ่มขึ้นแล้ว' },
    de: {
      subject: 'Ihre Limits haben sich geändert',
      body: 'Ihre Identität wurde am {time} bestätigt. Ihre Limits für Handel und Auszahlungen sind jetzt höher.',
    },
    alb: {
      subject: 'Kufijtë tuaj kanë ndryshuar',
      body: 'Identiteti juaj u verifikua më {time}. Kufijtë për tregtim dhe tërheqje tani janë më të lartë.',
    },
    jp: { subject: '限度額の変更', body: '{time} に本人確認が完了しました。取引と出金の限度額が引き上げられました。' },
    kor: {
      subject: '한도 변경 안내',
      body: '{time}에 신원 인증이 완료되었습니다. 거래 및 출금 한도가 상향되었습니다.',
    },
    fra: {
      subject: 'Vos limites ont changé',
      body: 'Votre identité a été vérifiée le {time}. Vos limites de négociation et de retrait sont désormais plus élevées.',
    },
    spa: {
      subject: 'Tus límites han cambiado',
      body: 'Tu identidad se verificó el {time}. Ahora tus límites de operación y de retiro son más altos.',
    },
  },
  anti_phishing_changed: {
    en: {
      subject: 'Anti-phishing phrase changed',
      body: 'The anti-phishing phrase of your account was changed on {time}. From now on every mail of ours shows the new one.',
    },
    zh: { subject: '防钓鱼码已修改', body: '您的防钓鱼码已于 {time} 修改。今后我们的每封邮件都会显示新的防钓鱼码。' },
    hk: { subject: '防釣魚碼已修改', body: '您的防釣魚碼已於 {time} 修改。今後我們的每封郵件都會顯示新的防釣魚碼。' },
    th: {
      subject: 'เปลี่ยนรหัสป้องกันฟิชชิงแล้ว',
      body: 'รหัสป้องกันฟิชชิงของคุณถูกเปลี่ยนเมื่อ {time} ต่อจากนี้อีเมลทุกฉบับของเราจะแสดงรหัสใหม่',
    },
    de: {
      subject: 'Anti-Phishing-Code geändert',
      body: 'Der Anti-Phishing-Code Ihres Kontos wurde am {time} geändert. Ab jetzt enthält jede unserer E-Mails den neuen.',
    },
    alb: {
      subject: 'Kodi kundër mashtrimit u ndryshua',
      body: 'Kodi kundër mashtrimit i llogarisë suaj u ndryshua më {time}. Tani e tutje çdo e-mail yni tregon kodin e ri.',
    },
    jp: {
      subject: 'フィッシング防止コードの変更',
      body: '{time} にフィッシング防止コードが変更されました。今後のメールには新しいコードが表示されます。',
    },
    kor: {
      subject: '피싱 방지 코드 변경',
      body: '{time}에 피싱 방지 코드가 변경되었습니다. 앞으로 모든 메일에 새 코드가 표시됩니다.',
    },
    fra: {
      subject: 'Code anti-hameçonnage modifié',
      body: 'Le code anti-hameçonnage de votre compte a été modifié le {time}. Tous nos e-mails afficheront désormais le nouveau.',
    },
    spa: {
      subject: 'Código antiphishing cambiado',
      body: 'El código antiphishing de tu cuenta se cambió el {time}. A partir de ahora, todos nuestros correos mostrarán el nuevo.',
    },
  },
};

/** The last sentence of each notice. */
export const NOT_YOU: Readonly<Record<LanguageCode, string>> = {
  en: 'If this was not you, reset your password and contact customer service.',
  zh: '如非本人操作，请立即重置密码并联系客服。',
  hk: '如非本人操作，請立即重設密碼並聯絡客服。',
  th: 'หากไม่ใช่คุณ โปรดรีเซ็ตรหัสผ่านและติดต่อฝ่ายบริการลูกค้า',
  de: 'Waren Sie das nicht, setzen Sie Ihr Passwort zurück und wenden Sie sich an den Kundenservice.',
  alb: 'Nëse nuk ishit ju, rivendosni fjalëkalimin dhe kontaktoni shërbimin e klientit.',
  jp: 'お心当たりがない場合は、パスワードを再設定し、カスタマーサービスへご連絡ください。',
  kor: '본인이 아니라면 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  fra: 'Si ce n’était pas vous, réinitialisez votre mot de passe et contactez le service client.',
  spa: 'Si no has sido tú, restablece tu contraseña y contacta con el servicio de atención al cliente.',
};
