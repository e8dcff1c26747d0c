import type { LanguageCode } from '@tessera/api/rules';

type Text = { readonly subject: string; readonly body: string };

export type NoticeKind =
  | 'new_device'
  | 'password_changed'
  | 'pay_password_changed'
  | 'pay_password_locked'
  | 'factors_changed'
  | 'factor_added'
  | 'taken_out'
  | 'limits_changed'
  | 'anti_phishing_changed'
  | 'contact_changed'
  | 'frozen'
  | 'unfrozen'
  | 'closing'
  | 'closing_cancelled'
  | 'closed'
  | 'data_requested'
  | 'request_rejected'
  | 'removal_begun'
  | 'removal_stopped'
  | 'removal_done';

/** `{time}`, `{device}`, `{address}`, `{contact}`, `{days}`, `{reason}`, `{member}` and `{until}` are replaced. */
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
  pay_password_locked: {
    en: {
      subject: 'Payment password locked',
      body: 'A wrong payment password was entered several times on {time}, so it is locked for a while. Withdrawals and other payments need it: if this was not you, end the other sessions and change your password.',
    },
    zh: {
      subject: '支付密码已锁定',
      body: '您的账户于 {time} 多次输入错误的支付密码，支付密码已暂时锁定。如非本人操作，请下线其他设备并修改登录密码。',
    },
    hk: {
      subject: '支付密碼已鎖定',
      body: '您的帳戶於 {time} 多次輸入錯誤的支付密碼，支付密碼已暫時鎖定。如非本人操作，請登出其他裝置並修改登入密碼。',
    },
    th: {
      subject: 'รหัสผ่านชำระเงินถูกล็อก',
      body: 'มีการกรอกรหัสผ่านชำระเงินผิดหลายครั้งเมื่อ {time} จึงถูกล็อกชั่วคราว หากไม่ใช่คุณ โปรดออกจากระบบในอุปกรณ์อื่นและเปลี่ยนรหัสผ่าน',
    },
    de: {
      subject: 'Zahlungspasswort gesperrt',
      body: 'Am {time} wurde mehrmals ein falsches Zahlungspasswort eingegeben; es ist vorübergehend gesperrt. Waren Sie das nicht, beenden Sie die anderen Sitzungen und ändern Sie Ihr Passwort.',
    },
    alb: {
      subject: 'Fjalëkalimi i pagesës u bllokua',
      body: 'Më {time} u fut disa herë një fjalëkalim i gabuar i pagesës, prandaj ai është bllokuar përkohësisht. Nëse nuk ishit ju, mbyllni sesionet e tjera dhe ndryshoni fjalëkalimin.',
    },
    jp: {
      subject: '支払いパスワードのロック',
      body: '{time} に支払いパスワードの誤入力が続いたため、一時的にロックされました。お心当たりがない場合は、他の端末からログアウトし、パスワードを変更してください。',
    },
    kor: {
      subject: '결제 비밀번호 잠금',
      body: '{time}에 결제 비밀번호가 여러 번 잘못 입력되어 일시적으로 잠겼습니다. 본인이 아니라면 다른 기기에서 로그아웃하고 비밀번호를 변경하세요.',
    },
    fra: {
      subject: 'Mot de passe de paiement bloqué',
      body: "Un mot de passe de paiement erroné a été saisi plusieurs fois le {time} ; il est bloqué temporairement. Si ce n'était pas vous, fermez les autres sessions et changez votre mot de passe.",
    },
    spa: {
      subject: 'Contraseña de pago bloqueada',
      body: 'El {time} se introdujo varias veces una contraseña de pago incorrecta y quedó bloqueada por un tiempo. Si no fuiste tú, cierra las demás sesiones y cambia tu contraseña.',
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
  factor_added: {
    en: {
      subject: 'Second factor added',
      body: 'A second factor was added to your account on {time}: an authenticator, a passkey or new recovery codes. It logs you in at once, and approves withdrawals and changes of security from {until}.',
    },
    zh: {
      subject: '已添加双重验证',
      body: '您的账户于 {time} 添加了验证器、通行密钥或新的恢复码。可立即用于登录，自 {until} 起可用于确认提现和安全设置变更。',
    },
    hk: {
      subject: '已新增雙重驗證',
      body: '您的帳戶於 {time} 新增了驗證器、通行密鑰或新的恢復碼。可立即用於登入，自 {until} 起可用於確認提現及更改安全設定。',
    },
    th: {
      subject: 'เพิ่มการยืนยันตัวตนสองขั้นตอนแล้ว',
      body: 'มีการเพิ่มแอปยืนยันตัวตน พาสคีย์ หรือรหัสกู้คืนชุดใหม่ในบัญชีของคุณเมื่อ {time} ใช้เข้าสู่ระบบได้ทันที และใช้อนุมัติการถอนเงินและการเปลี่ยนการตั้งค่าความปลอดภัยได้ตั้งแต่ {until}',
    },
    de: {
      subject: 'Zweiter Faktor hinzugefügt',
      body: 'Ihrem Konto wurde am {time} ein zweiter Faktor hinzugefügt: eine Authenticator-App, ein Passkey oder neue Wiederherstellungscodes. Er gilt sofort für die Anmeldung, für Auszahlungen und Sicherheitsänderungen ab {until}.',
    },
    alb: {
      subject: 'U shtua një faktor i dytë',
      body: 'Në llogarinë tuaj u shtua më {time} një faktor i dytë: autentifikues, çelës kalimi ose kode të reja rikuperimi. Vlen menjëherë për hyrje, ndërsa për tërheqje dhe ndryshime të sigurisë nga {until}.',
    },
    jp: {
      subject: '二段階認証の追加',
      body: '{time} にアカウントへ認証アプリ、パスキー、または新しいリカバリーコードが追加されました。ログインにはすぐに使え、出金やセキュリティ変更の承認には {until} から使えます。',
    },
    kor: {
      subject: '2단계 인증 추가',
      body: '{time}에 계정에 인증 앱, 패스키 또는 새 복구 코드가 추가되었습니다. 로그인에는 바로 사용할 수 있으며, 출금과 보안 설정 변경 승인에는 {until}부터 사용할 수 있습니다.',
    },
    fra: {
      subject: 'Second facteur ajouté',
      body: 'Un second facteur a été ajouté à votre compte le {time} : une application d’authentification, une clé d’accès ou de nouveaux codes de récupération. Il sert dès maintenant à la connexion, et à partir du {until} à approuver les retraits et les changements de sécurité.',
    },
    spa: {
      subject: 'Segundo factor añadido',
      body: 'El {time} se añadió a tu cuenta un segundo factor: un autenticador, una llave de acceso o nuevos códigos de recuperación. Sirve desde ahora para iniciar sesión y, desde el {until}, para aprobar retiros y cambios de seguridad.',
    },
  },
  taken_out: {
    en: {
      subject: 'Removed from your account',
      body: 'Pages of ours ran harmful code for a while. What was added to your account at that time was removed on {time}: passkeys, authenticators, recovery codes, the payment password, and saved addresses and cards. Add yours again under Security and in the address book. Withdrawals are paused until {until}.',
    },
    zh: {
      subject: '您账户中的部分设置已移除',
      body: '我们的页面曾一度运行有害代码。期间添加到您账户的通行密钥、验证器、恢复码、支付密码以及已保存的地址和银行卡已于 {time} 移除。请在“安全中心”和地址簿中重新添加。提现暂停至 {until}。',
    },
    hk: {
      subject: '您帳戶中的部分設定已移除',
      body: '我們的頁面曾一度執行有害程式碼。期間新增至您帳戶的通行密鑰、驗證器、恢復碼、支付密碼以及已儲存的地址和銀行卡已於 {time} 移除。請在「安全中心」及地址簿中重新新增。提現暫停至 {until}。',
    },
    th: {
      subject: 'มีการนำบางรายการออกจากบัญชีของคุณ',
      body: 'หน้าเว็บของเราเคยมีโค้ดอันตรายทำงานอยู่ช่วงหนึ่ง สิ่งที่ถูกเพิ่มในบัญชีของคุณในช่วงนั้นถูกนำออกเมื่อ {time}: พาสคีย์ แอปยืนยันตัวตน รหัสกู้คืน รหัสผ่านการชำระเงิน ที่อยู่และบัตรที่บันทึกไว้ โปรดเพิ่มใหม่ที่หน้าความปลอดภัยและสมุดที่อยู่ การถอนเงินถูกระงับถึง {until}',
    },
    de: {
      subject: 'Aus Ihrem Konto entfernt',
      body: 'Auf unseren Seiten lief zeitweise schädlicher Code. Was in dieser Zeit zu Ihrem Konto hinzugefügt wurde, haben wir am {time} entfernt: Passkeys, Authenticator-Apps, Wiederherstellungscodes, das Zahlungspasswort sowie gespeicherte Adressen und Karten. Fügen Sie Ihre unter Sicherheit und im Adressbuch erneut hinzu. Auszahlungen sind bis {until} ausgesetzt.',
    },
    alb: {
      subject: 'U hoq nga llogaria juaj',
      body: 'Për një kohë në faqet tona u ekzekutua kod i dëmshëm. Ajo që u shtua në llogarinë tuaj në atë kohë u hoq më {time}: çelësa kalimi, autentifikues, kode rikuperimi, fjalëkalimi i pagesës, adresa dhe karta të ruajtura. Shtojini tuajat përsëri te Siguria dhe te libri i adresave. Tërheqjet janë pezulluar deri më {until}.',
    },
    jp: {
      subject: 'アカウントからの削除について',
      body: '当社のページで一時的に有害なコードが実行されていました。その間にアカウントへ追加されたパスキー、認証アプリ、リカバリーコード、決済パスワード、登録済みのアドレスとカードを {time} に削除しました。セキュリティ画面とアドレス帳で再度追加してください。出金は {until} まで停止されます。',
    },
    kor: {
      subject: '계정에서 삭제된 항목 안내',
      body: '당사 페이지에서 한동안 유해한 코드가 실행되었습니다. 그 기간에 계정에 추가된 패스키, 인증 앱, 복구 코드, 결제 비밀번호, 저장된 주소와 카드를 {time}에 삭제했습니다. 보안 화면과 주소록에서 다시 추가해 주세요. 출금은 {until}까지 중지됩니다.',
    },
    fra: {
      subject: 'Éléments retirés de votre compte',
      body: 'Du code malveillant a été exécuté pendant un temps sur nos pages. Ce qui a été ajouté à votre compte pendant cette période a été retiré le {time} : clés d’accès, applications d’authentification, codes de récupération, mot de passe de paiement, adresses et cartes enregistrées. Ajoutez les vôtres à nouveau dans Sécurité et dans le carnet d’adresses. Les retraits sont suspendus jusqu’au {until}.',
    },
    spa: {
      subject: 'Elementos retirados de tu cuenta',
      body: 'Durante un tiempo se ejecutó código dañino en nuestras páginas. Lo que se añadió a tu cuenta en ese periodo se retiró el {time}: llaves de acceso, autenticadores, códigos de recuperación, la contraseña de pago y las direcciones y tarjetas guardadas. Vuelve a añadir las tuyas en Seguridad y en la libreta de direcciones. Los retiros quedan en pausa hasta el {until}.',
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
  contact_changed: {
    en: {
      subject: 'Your contact details were changed',
      body: 'Your account’s e-mail address or phone number was changed to {contact} on {time}. Withdrawals are paused for a while.',
    },
    zh: {
      subject: '账户联系方式已更改',
      body: '您账户的邮箱或手机号已于 {time} 更改为 {contact}。提现已暂停一段时间。',
    },
    hk: {
      subject: '帳戶聯絡方式已更改',
      body: '您帳戶的電郵或手機號碼已於 {time} 更改為 {contact}。提現已暫停一段時間。',
    },
    th: {
      subject: 'ข้อมูลติดต่อของบัญชีถูกเปลี่ยน',
      body: 'อีเมลหรือหมายเลขโทรศัพท์ของบัญชีคุณถูกเปลี่ยนเป็น {contact} เมื่อ {time} การถอนเงินถูกระงับชั่วคราว',
    },
    de: {
      subject: 'Ihre Kontaktdaten wurden geändert',
      body: 'Die E-Mail-Adresse oder Telefonnummer Ihres Kontos wurde am {time} in {contact} geändert. Auszahlungen sind vorübergehend ausgesetzt.',
    },
    alb: {
      subject: 'Të dhënat tuaja të kontaktit u ndryshuan',
      body: 'Adresa e e-mailit ose numri i telefonit i llogarisë suaj u ndryshua në {contact} më {time}. Tërheqjet janë pezulluar përkohësisht.',
    },
    jp: {
      subject: '連絡先が変更されました',
      body: '{time} に、アカウントのメールアドレスまたは電話番号が {contact} に変更されました。出金は一時停止されています。',
    },
    kor: {
      subject: '연락처가 변경되었습니다',
      body: '{time}에 계정의 이메일 또는 휴대폰 번호가 {contact}(으)로 변경되었습니다. 출금이 일시 중지되었습니다.',
    },
    fra: {
      subject: 'Vos coordonnées ont été modifiées',
      body: 'L’adresse e-mail ou le numéro de téléphone de votre compte a été remplacé par {contact} le {time}. Les retraits sont suspendus temporairement.',
    },
    spa: {
      subject: 'Tus datos de contacto han cambiado',
      body: 'El correo o el teléfono de tu cuenta se cambió a {contact} el {time}. Los retiros están en pausa temporalmente.',
    },
  },
  frozen: {
    en: {
      subject: 'Your account is frozen',
      body: 'Your account was frozen on {time}. All devices were logged out, open orders are being cancelled, and nothing can be withdrawn, sent or traded until it is unfrozen.',
    },
    zh: {
      subject: '您的账户已冻结',
      body: '您的账户已于 {time} 冻结。所有设备均已退出登录，未成交委托正在撤销；解冻前无法提现、转账或交易。',
    },
    hk: {
      subject: '您的帳戶已凍結',
      body: '您的帳戶已於 {time} 凍結。所有裝置均已登出，未成交委託正在撤銷；解凍前無法提現、轉帳或交易。',
    },
    th: {
      subject: 'บัญชีของคุณถูกอายัด',
      body: 'บัญชีของคุณถูกอายัดเมื่อ {time} อุปกรณ์ทั้งหมดออกจากระบบแล้ว คำสั่งที่เปิดอยู่กำลังถูกยกเลิก และไม่สามารถถอน โอน หรือเทรดได้จนกว่าจะปลดอายัด',
    },
    de: {
      subject: 'Ihr Konto ist eingefroren',
      body: 'Ihr Konto wurde am {time} eingefroren. Alle Geräte wurden abgemeldet, offene Orders werden gelöscht. Bis zur Freigabe sind Auszahlungen, Überweisungen und Handel nicht möglich.',
    },
    alb: {
      subject: 'Llogaria juaj është e ngrirë',
      body: 'Llogaria juaj u ngri më {time}. Të gjitha pajisjet u çkyçën, urdhrat e hapur po anulohen dhe asgjë nuk mund të tërhiqet, dërgohet apo tregtohet derisa të shkrihet.',
    },
    jp: {
      subject: 'アカウントが凍結されました',
      body: '{time} にアカウントが凍結されました。すべてのデバイスからログアウトし、未約定の注文を取り消しています。解除されるまで出金、送金、取引はできません。',
    },
    kor: {
      subject: '계정이 동결되었습니다',
      body: '{time}에 계정이 동결되었습니다. 모든 기기에서 로그아웃되었고 미체결 주문은 취소되며, 해제될 때까지 출금, 송금, 거래를 할 수 없습니다.',
    },
    fra: {
      subject: 'Votre compte est gelé',
      body: 'Votre compte a été gelé le {time}. Tous les appareils ont été déconnectés, les ordres ouverts sont en cours d’annulation ; retraits, envois et trading sont impossibles jusqu’au déblocage.',
    },
    spa: {
      subject: 'Tu cuenta está congelada',
      body: 'Tu cuenta se congeló el {time}. Se cerró la sesión en todos los dispositivos, las órdenes abiertas se están cancelando y no se puede retirar, enviar ni operar hasta descongelarla.',
    },
  },
  unfrozen: {
    en: {
      subject: 'Your account is in use again',
      body: 'Your account was unfrozen on {time}. Withdrawals stay paused for a while.',
    },
    zh: { subject: '您的账户已解冻', body: '您的账户已于 {time} 解冻。提现仍将暂停一段时间。' },
    hk: { subject: '您的帳戶已解凍', body: '您的帳戶已於 {time} 解凍。提現仍將暫停一段時間。' },
    th: { subject: 'ปลดอายัดบัญชีของคุณแล้ว', body: 'บัญชีของคุณถูกปลดอายัดเมื่อ {time} การถอนเงินยังถูกระงับชั่วคราว' },
    de: {
      subject: 'Ihr Konto ist wieder freigegeben',
      body: 'Ihr Konto wurde am {time} wieder freigegeben. Auszahlungen bleiben vorübergehend ausgesetzt.',
    },
    alb: {
      subject: 'Llogaria juaj është sërish në përdorim',
      body: 'Llogaria juaj u shkri më {time}. Tërheqjet mbeten të pezulluara përkohësisht.',
    },
    jp: {
      subject: 'アカウントの凍結が解除されました',
      body: '{time} にアカウントの凍結が解除されました。出金は引き続き一時停止されています。',
    },
    kor: {
      subject: '계정 동결이 해제되었습니다',
      body: '{time}에 계정 동결이 해제되었습니다. 출금은 당분간 계속 중지됩니다.',
    },
    fra: {
      subject: 'Votre compte est de nouveau actif',
      body: 'Votre compte a été débloqué le {time}. Les retraits restent suspendus temporairement.',
    },
    spa: {
      subject: 'Tu cuenta vuelve a estar activa',
      body: 'Tu cuenta se descongeló el {time}. Los retiros siguen en pausa temporalmente.',
    },
  },
  closing: {
    en: {
      subject: 'Your account will be closed',
      body: 'On {time} the closing of your account was requested. All devices were logged out. Log in within {days} days to keep your account.',
    },
    zh: {
      subject: '您的账户即将注销',
      body: '{time} 收到您的账户注销申请，所有设备均已退出登录。如需保留账户，请在 {days} 天内登录。',
    },
    hk: {
      subject: '您的帳戶即將註銷',
      body: '{time} 收到您的帳戶註銷申請，所有裝置均已登出。如需保留帳戶，請於 {days} 天內登入。',
    },
    th: {
      subject: 'บัญชีของคุณจะถูกปิด',
      body: 'มีคำขอปิดบัญชีของคุณเมื่อ {time} อุปกรณ์ทั้งหมดออกจากระบบแล้ว เข้าสู่ระบบภายใน {days} วันหากต้องการเก็บบัญชีไว้',
    },
    de: {
      subject: 'Ihr Konto wird geschlossen',
      body: 'Am {time} wurde die Schließung Ihres Kontos beantragt. Alle Geräte wurden abgemeldet. Melden Sie sich innerhalb von {days} Tagen an, um Ihr Konto zu behalten.',
    },
    alb: {
      subject: 'Llogaria juaj do të mbyllet',
      body: 'Më {time} u kërkua mbyllja e llogarisë suaj. Të gjitha pajisjet u çkyçën. Hyni brenda {days} ditësh për ta mbajtur llogarinë.',
    },
    jp: {
      subject: 'アカウントが閉鎖されます',
      body: '{time} にアカウントの閉鎖が申請されました。すべてのデバイスからログアウトしました。アカウントを残すには {days} 日以内にログインしてください。',
    },
    kor: {
      subject: '계정이 해지될 예정입니다',
      body: '{time}에 계정 해지가 신청되었습니다. 모든 기기에서 로그아웃되었습니다. 계정을 유지하려면 {days}일 이내에 로그인하세요.',
    },
    fra: {
      subject: 'Votre compte va être fermé',
      body: 'La fermeture de votre compte a été demandée le {time}. Tous les appareils ont été déconnectés. Connectez-vous dans les {days} jours pour le conserver.',
    },
    spa: {
      subject: 'Tu cuenta se cerrará',
      body: 'El {time} se solicitó el cierre de tu cuenta. Se cerró la sesión en todos los dispositivos. Inicia sesión en {days} días para conservarla.',
    },
  },
  closing_cancelled: {
    en: {
      subject: 'Your account stays open',
      body: 'You logged in on {time}, so the request to close your account was cancelled.',
    },
    zh: { subject: '账户注销已取消', body: '您已于 {time} 登录，账户注销申请已取消。' },
    hk: { subject: '帳戶註銷已取消', body: '您已於 {time} 登入，帳戶註銷申請已取消。' },
    th: { subject: 'บัญชีของคุณยังเปิดอยู่', body: 'คุณเข้าสู่ระบบเมื่อ {time} คำขอปิดบัญชีจึงถูกยกเลิก' },
    de: {
      subject: 'Ihr Konto bleibt bestehen',
      body: 'Sie haben sich am {time} angemeldet. Der Antrag auf Schließung Ihres Kontos wurde damit aufgehoben.',
    },
    alb: {
      subject: 'Llogaria juaj mbetet e hapur',
      body: 'Hytë në llogari më {time}, prandaj kërkesa për mbyllje u anulua.',
    },
    jp: {
      subject: 'アカウントの閉鎖を取り消しました',
      body: '{time} にログインされたため、アカウント閉鎖の申請を取り消しました。',
    },
    kor: { subject: '계정 해지가 취소되었습니다', body: '{time}에 로그인하여 계정 해지 신청이 취소되었습니다.' },
    fra: {
      subject: 'Votre compte reste ouvert',
      body: 'Vous vous êtes connecté le {time} : la demande de fermeture de votre compte a été annulée.',
    },
    spa: {
      subject: 'Tu cuenta sigue abierta',
      body: 'Iniciaste sesión el {time}, por lo que se canceló la solicitud de cierre de tu cuenta.',
    },
  },
  closed: {
    en: {
      subject: 'Your account is closed',
      body: 'Your account was closed on {time}. Records that the law requires are kept for the time that it requires.',
    },
    zh: { subject: '您的账户已注销', body: '您的账户已于 {time} 注销。法律要求保存的记录将按规定期限保存。' },
    hk: { subject: '您的帳戶已註銷', body: '您的帳戶已於 {time} 註銷。法律要求保存的記錄將按規定期限保存。' },
    th: { subject: 'บัญชีของคุณถูกปิดแล้ว', body: 'บัญชีของคุณถูกปิดเมื่อ {time} บันทึกที่กฎหมายกำหนดจะถูกเก็บไว้ตามระยะเวลาที่กำหนด' },
    de: {
      subject: 'Ihr Konto ist geschlossen',
      body: 'Ihr Konto wurde am {time} geschlossen. Gesetzlich vorgeschriebene Aufzeichnungen werden für die vorgeschriebene Dauer aufbewahrt.',
    },
    alb: {
      subject: 'Llogaria juaj është e mbyllur',
      body: 'Llogaria juaj u mbyll më {time}. Të dhënat që kërkon ligji ruhen për kohën që kërkon ai.',
    },
    jp: {
      subject: 'アカウントを閉鎖しました',
      body: '{time} にアカウントを閉鎖しました。法令で定められた記録は、定められた期間保管されます。',
    },
    kor: {
      subject: '계정이 해지되었습니다',
      body: '{time}에 계정이 해지되었습니다. 법률이 요구하는 기록은 정해진 기간 동안 보관됩니다.',
    },
    fra: {
      subject: 'Votre compte est fermé',
      body: 'Votre compte a été fermé le {time}. Les données dont la loi impose la conservation sont gardées pendant la durée prévue.',
    },
    spa: {
      subject: 'Tu cuenta está cerrada',
      body: 'Tu cuenta se cerró el {time}. Los registros que exige la ley se conservan durante el plazo legal.',
    },
  },
  data_requested: {
    en: {
      subject: 'A copy of your data was requested',
      body: 'A copy of all data of your account was requested on {time}. It can be downloaded once, by the page of your account.',
    },
    zh: { subject: '已申请导出您的数据', body: '{time} 有人申请导出您账户的全部数据。数据仅可在账户页面下载一次。' },
    hk: { subject: '已申請匯出您的資料', body: '{time} 有人申請匯出您帳戶的全部資料。資料僅可於帳戶頁面下載一次。' },
    th: {
      subject: 'มีการขอสำเนาข้อมูลของคุณ',
      body: 'มีการขอสำเนาข้อมูลทั้งหมดของบัญชีคุณเมื่อ {time} ดาวน์โหลดได้หนึ่งครั้งในหน้าบัญชีของคุณ',
    },
    de: {
      subject: 'Eine Kopie Ihrer Daten wurde angefordert',
      body: 'Am {time} wurde eine Kopie aller Daten Ihres Kontos angefordert. Sie kann einmal über Ihre Kontoseite heruntergeladen werden.',
    },
    alb: {
      subject: 'U kërkua një kopje e të dhënave tuaja',
      body: 'Një kopje e të gjitha të dhënave të llogarisë suaj u kërkua më {time}. Mund të shkarkohet një herë nga faqja e llogarisë suaj.',
    },
    jp: {
      subject: 'データのコピーが請求されました',
      body: '{time} に、アカウントの全データのコピーが請求されました。アカウントページから1回だけダウンロードできます。',
    },
    kor: {
      subject: '데이터 사본이 요청되었습니다',
      body: '{time}에 계정의 모든 데이터 사본이 요청되었습니다. 계정 페이지에서 한 번만 내려받을 수 있습니다.',
    },
    fra: {
      subject: 'Une copie de vos données a été demandée',
      body: 'Une copie de toutes les données de votre compte a été demandée le {time}. Elle peut être téléchargée une fois depuis la page de votre compte.',
    },
    spa: {
      subject: 'Se solicitó una copia de tus datos',
      body: 'El {time} se solicitó una copia de todos los datos de tu cuenta. Se puede descargar una vez desde la página de tu cuenta.',
    },
  },
  request_rejected: {
    en: {
      subject: 'Your request was not approved',
      body: 'Your request about your account was not approved on {time}. Reason: {reason}. Contact customer service if you have questions.',
    },
    zh: { subject: '您的申请未通过', body: '您关于账户的申请于 {time} 未获通过。原因：{reason}。如有疑问请联系客服。' },
    hk: { subject: '您的申請未通過', body: '您關於帳戶的申請於 {time} 未獲通過。原因：{reason}。如有疑問請聯絡客服。' },
    th: {
      subject: 'คำขอของคุณไม่ได้รับอนุมัติ',
      body: 'คำขอเกี่ยวกับบัญชีของคุณไม่ได้รับอนุมัติเมื่อ {time} เหตุผล: {reason} หากมีข้อสงสัยโปรดติดต่อฝ่ายบริการลูกค้า',
    },
    de: {
      subject: 'Ihr Antrag wurde abgelehnt',
      body: 'Ihr Antrag zu Ihrem Konto wurde am {time} abgelehnt. Grund: {reason}. Bei Fragen wenden Sie sich an den Kundendienst.',
    },
    alb: {
      subject: 'Kërkesa juaj nuk u miratua',
      body: 'Kërkesa juaj për llogarinë nuk u miratua më {time}. Arsyeja: {reason}. Për pyetje kontaktoni shërbimin e klientit.',
    },
    jp: {
      subject: '申請は承認されませんでした',
      body: 'アカウントに関する申請は {time} に承認されませんでした。理由：{reason}。ご不明な点はカスタマーサービスにお問い合わせください。',
    },
    kor: {
      subject: '요청이 승인되지 않았습니다',
      body: '계정에 관한 요청이 {time}에 승인되지 않았습니다. 사유: {reason}. 문의 사항은 고객센터로 연락해 주세요.',
    },
    fra: {
      subject: 'Votre demande n’a pas été acceptée',
      body: 'Votre demande concernant votre compte a été refusée le {time}. Motif : {reason}. Pour toute question, contactez le service client.',
    },
    spa: {
      subject: 'Tu solicitud no fue aprobada',
      body: 'Tu solicitud sobre tu cuenta se rechazó el {time}. Motivo: {reason}. Si tienes dudas, contacta con atención al cliente.',
    },
  },
  removal_begun: {
    en: {
      subject: 'Your second factors are to be removed',
      body: '{member} of customer service asked on {time} to remove the authenticator, passkeys and recovery codes of your account, as they were reported lost, and another member approved it. It takes effect on {until}, unless you stop it. A log-in with one of them stops it as well.',
    },
    zh: {
      subject: '您的双重验证即将被移除',
      body: '因收到丢失申报，客服 {member} 于 {time} 申请移除您账户的身份验证器、通行密钥和恢复码，并已由另一名工作人员批准。若您未停止，将于 {until} 生效。使用其中任一方式登录也会停止移除。',
    },
    hk: {
      subject: '您的雙重驗證即將被移除',
      body: '因收到遺失申報，客服 {member} 於 {time} 申請移除您帳戶的身份驗證器、通行密鑰和恢復碼，並已由另一名工作人員批准。若您未停止，將於 {until} 生效。使用其中任一方式登入也會停止移除。',
    },
    th: {
      subject: 'การยืนยันสองขั้นตอนของคุณกำลังจะถูกลบ',
      body: '{member} ฝ่ายบริการลูกค้าขอลบแอปยืนยันตัวตน พาสคีย์ และรหัสกู้คืนของบัญชีคุณเมื่อ {time} เนื่องจากมีการแจ้งว่าสูญหาย และเจ้าหน้าที่อีกคนอนุมัติแล้ว จะมีผลเมื่อ {until} เว้นแต่คุณจะหยุด การเข้าสู่ระบบด้วยวิธีใดวิธีหนึ่งจะหยุดการลบเช่นกัน',
    },
    de: {
      subject: 'Ihre zweiten Faktoren sollen entfernt werden',
      body: '{member} vom Kundenservice hat am {time} beantragt, Authenticator, Passkeys und Wiederherstellungscodes Ihres Kontos zu entfernen, da sie als verloren gemeldet wurden; ein weiterer Mitarbeiter hat zugestimmt. Das gilt ab {until}, sofern Sie es nicht stoppen. Auch eine Anmeldung mit einem davon stoppt es.',
    },
    alb: {
      subject: 'Faktorët tuaj të dytë do të hiqen',
      body: '{member} nga shërbimi i klientit kërkoi më {time} heqjen e autentifikuesit, çelësave të kalimit dhe kodeve të rikuperimit të llogarisë suaj, pasi u raportuan të humbur, dhe një anëtar tjetër e miratoi. Hyn në fuqi më {until}, përveçse nëse e ndaloni. Edhe hyrja me njërin prej tyre e ndalon.',
    },
    jp: {
      subject: '2段階認証がまもなく解除されます',
      body: '紛失の申告を受け、カスタマーサービスの {member} が {time} に認証アプリ、パスキー、リカバリーコードの解除を申請し、別の担当者が承認しました。停止しない限り {until} に解除されます。いずれかでログインした場合も停止されます。',
    },
    kor: {
      subject: '2단계 인증이 곧 해제됩니다',
      body: '분실 신고에 따라 고객센터 {member}이(가) {time}에 계정의 인증 앱, 패스키, 복구 코드 해제를 요청했고 다른 담당자가 승인했습니다. 중단하지 않으면 {until}에 적용됩니다. 이 중 하나로 로그인해도 중단됩니다.',
    },
    fra: {
      subject: 'Vos seconds facteurs vont être supprimés',
      body: '{member}, du service client, a demandé le {time} la suppression de l’application d’authentification, des clés d’accès et des codes de récupération de votre compte, déclarés perdus ; un autre membre l’a approuvée. Elle prend effet le {until}, sauf si vous l’arrêtez. Une connexion avec l’un d’eux l’arrête aussi.',
    },
    spa: {
      subject: 'Tus segundos factores se van a eliminar',
      body: '{member}, de atención al cliente, solicitó el {time} eliminar el autenticador, las llaves de acceso y los códigos de recuperación de tu cuenta, declarados como perdidos, y otro miembro lo aprobó. Surte efecto el {until}, salvo que lo detengas. Iniciar sesión con uno de ellos también lo detiene.',
    },
  },
  removal_stopped: {
    en: {
      subject: 'Your second factors stay',
      body: 'The removal of the second factors of your account was stopped on {time}. Authenticator, passkeys and recovery codes stay as they are.',
    },
    zh: {
      subject: '您的双重验证保持不变',
      body: '移除您账户双重验证的申请已于 {time} 停止。身份验证器、通行密钥和恢复码保持不变。',
    },
    hk: {
      subject: '您的雙重驗證保持不變',
      body: '移除您帳戶雙重驗證的申請已於 {time} 停止。身份驗證器、通行密鑰和恢復碼保持不變。',
    },
    th: {
      subject: 'การยืนยันสองขั้นตอนของคุณยังคงอยู่',
      body: 'การลบการยืนยันสองขั้นตอนของบัญชีคุณถูกหยุดเมื่อ {time} แอปยืนยันตัวตน พาสคีย์ และรหัสกู้คืนยังคงเดิม',
    },
    de: {
      subject: 'Ihre zweiten Faktoren bleiben',
      body: 'Die Entfernung der zweiten Faktoren Ihres Kontos wurde am {time} gestoppt. Authenticator, Passkeys und Wiederherstellungscodes bleiben, wie sie sind.',
    },
    alb: {
      subject: 'Faktorët tuaj të dytë mbeten',
      body: 'Heqja e faktorëve të dytë të llogarisë suaj u ndalua më {time}. Autentifikuesi, çelësat e kalimit dhe kodet e rikuperimit mbeten siç janë.',
    },
    jp: {
      subject: '2段階認証は維持されます',
      body: 'アカウントの2段階認証の解除は {time} に停止されました。認証アプリ、パスキー、リカバリーコードはそのままです。',
    },
    kor: {
      subject: '2단계 인증이 유지됩니다',
      body: '계정의 2단계 인증 해제가 {time}에 중단되었습니다. 인증 앱, 패스키, 복구 코드는 그대로 유지됩니다.',
    },
    fra: {
      subject: 'Vos seconds facteurs sont conservés',
      body: 'La suppression des seconds facteurs de votre compte a été arrêtée le {time}. L’application d’authentification, les clés d’accès et les codes de récupération restent inchangés.',
    },
    spa: {
      subject: 'Tus segundos factores se mantienen',
      body: 'La eliminación de los segundos factores de tu cuenta se detuvo el {time}. El autenticador, las llaves de acceso y los códigos de recuperación siguen igual.',
    },
  },
  removal_done: {
    en: {
      subject: 'Your second factors were removed',
      body: 'Authenticator, passkeys and recovery codes of your account were removed on {time}, as approved by customer service. All sessions were ended, and withdrawals are paused until {until}. Log in with your password and set up a second factor again.',
    },
    zh: {
      subject: '您的双重验证已移除',
      body: '经客服批准，您账户的身份验证器、通行密钥和恢复码已于 {time} 移除。所有登录均已结束，提现暂停至 {until}。请使用密码登录并重新设置双重验证。',
    },
    hk: {
      subject: '您的雙重驗證已移除',
      body: '經客服批准，您帳戶的身份驗證器、通行密鑰和恢復碼已於 {time} 移除。所有登入均已結束，提現暫停至 {until}。請使用密碼登入並重新設定雙重驗證。',
    },
    th: {
      subject: 'ลบการยืนยันสองขั้นตอนของคุณแล้ว',
      body: 'แอปยืนยันตัวตน พาสคีย์ และรหัสกู้คืนของบัญชีคุณถูกลบเมื่อ {time} ตามที่ฝ่ายบริการลูกค้าอนุมัติ ทุกเซสชันสิ้นสุดแล้ว และการถอนเงินถูกระงับถึง {until} เข้าสู่ระบบด้วยรหัสผ่านและตั้งค่าการยืนยันสองขั้นตอนใหม่',
    },
    de: {
      subject: 'Ihre zweiten Faktoren wurden entfernt',
      body: 'Authenticator, Passkeys und Wiederherstellungscodes Ihres Kontos wurden am {time} nach Zustimmung des Kundenservice entfernt. Alle Sitzungen wurden beendet, Auszahlungen sind bis {until} ausgesetzt. Melden Sie sich mit Ihrem Passwort an und richten Sie wieder einen zweiten Faktor ein.',
    },
    alb: {
      subject: 'Faktorët tuaj të dytë u hoqën',
      body: 'Autentifikuesi, çelësat e kalimit dhe kodet e rikuperimit të llogarisë suaj u hoqën më {time}, me miratimin e shërbimit të klientit. Të gjitha seancat u mbyllën dhe tërheqjet janë pezulluar deri më {until}. Hyni me fjalëkalimin dhe vendosni përsëri një faktor të dytë.',
    },
    jp: {
      subject: '2段階認証が解除されました',
      body: 'カスタマーサービスの承認により、アカウントの認証アプリ、パスキー、リカバリーコードが {time} に解除されました。すべてのセッションは終了し、出金は {until} まで停止されます。パスワードでログインし、2段階認証を再設定してください。',
    },
    kor: {
      subject: '2단계 인증이 해제되었습니다',
      body: '고객센터의 승인에 따라 계정의 인증 앱, 패스키, 복구 코드가 {time}에 해제되었습니다. 모든 세션이 종료되었으며 출금은 {until}까지 중지됩니다. 비밀번호로 로그인하여 2단계 인증을 다시 설정해 주세요.',
    },
    fra: {
      subject: 'Vos seconds facteurs ont été supprimés',
      body: 'L’application d’authentification, les clés d’accès et les codes de récupération de votre compte ont été supprimés le {time}, avec l’approbation du service client. Toutes les sessions sont terminées et les retraits suspendus jusqu’au {until}. Connectez-vous avec votre mot de passe et configurez de nouveau un second facteur.',
    },
    spa: {
      subject: 'Tus segundos factores se eliminaron',
      body: 'El autenticador, las llaves de acceso y los códigos de recuperación de tu cuenta se eliminaron el {time}, con la aprobación de atención al cliente. Se cerraron todas las sesiones y los retiros están en pausa hasta el {until}. Inicia sesión con tu contraseña y vuelve a configurar un segundo factor.',
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

/** What leads to the screen that stops a removal. */
export const STOP_LINK: Readonly<Record<LanguageCode, { readonly text: string; readonly action: string }>> = {
  en: { text: 'If you did not ask for this, stop it:', action: 'Stop it' },
  zh: { text: '如非您本人申请，请停止：', action: '停止移除' },
  hk: { text: '如非您本人申請，請停止：', action: '停止移除' },
  th: { text: 'หากคุณไม่ได้ขอ โปรดหยุดการลบ:', action: 'หยุดการลบ' },
  de: { text: 'Haben Sie das nicht beantragt, stoppen Sie es:', action: 'Stoppen' },
  alb: { text: 'Nëse nuk e kërkuat ju, ndaloni atë:', action: 'Ndalo' },
  jp: { text: 'お心当たりがない場合は停止してください：', action: '停止する' },
  kor: { text: '요청하지 않으셨다면 중단하세요:', action: '중단' },
  fra: { text: 'Si vous ne l’avez pas demandé, arrêtez-la :', action: 'Arrêter' },
  spa: { text: 'Si no lo has pedido, detenla:', action: 'Detener' },
};
