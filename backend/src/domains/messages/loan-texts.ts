import type { LanguageCode } from '@tessera/api/rules';

export type LoanMessageKind =
  | 'loan_paid_out'
  | 'loan_rejected'
  | 'loan_warning'
  | 'loan_liquidated'
  | 'loan_interest_unpaid'
  | 'loan_reminder'
  | 'loan_overdue'
  | 'loan_repaid';

/** What borrowers are told; what a message names is replaced. */
export const LOAN_TEXTS: Readonly<
  Record<LoanMessageKind, Readonly<Record<LanguageCode, { readonly title: string; readonly body: string }>>>
> = {
  loan_paid_out: {
    en: {
      title: 'Your loan has been paid out',
      body: '{amount} is in your spot account. It is due on {due}. {collateral} is locked as collateral; until the loan is repaid, no money can be withdrawn or sent.',
    },
    zh: {
      title: '贷款已发放',
      body: '{amount} 已存入您的币币账户，到期时间 {due}。{collateral} 已锁定为抵押物；还清前不可提现或转账给他人。',
    },
    hk: {
      title: '貸款已發放',
      body: '{amount} 已存入您的幣幣帳戶，到期時間 {due}。{collateral} 已鎖定為抵押物；還清前不可提現或轉帳給他人。',
    },
    th: {
      title: 'จ่ายเงินกู้แล้ว',
      body: '{amount} อยู่ในบัญชีสปอตของคุณแล้ว ครบกำหนด {due} หลักประกัน {collateral} ถูกล็อกไว้ และถอนหรือส่งเงินไม่ได้จนกว่าจะชำระคืนครบ',
    },
    de: {
      title: 'Ihr Kredit wurde ausgezahlt',
      body: '{amount} ist auf Ihrem Spot-Konto. Fällig am {due}. {collateral} ist als Sicherheit gesperrt; bis zur Rückzahlung sind keine Auszahlungen und Überweisungen an andere möglich.',
    },
    alb: {
      title: 'Huaja juaj u pagua',
      body: '{amount} është në llogarinë tuaj spot. Afati është {due}. {collateral} është bllokuar si kolateral; deri në shlyerje nuk mund të tërhiqni ose dërgoni para.',
    },
    jp: {
      title: 'ローンが実行されました',
      body: '{amount} が現物口座に入金されました。返済期限は {due} です。{collateral} を担保としてロックしました。完済まで出金と送金はできません。',
    },
    kor: {
      title: '대출이 지급되었습니다',
      body: '{amount} 이(가) 현물 계정에 입금되었습니다. 만기는 {due} 입니다. 담보 {collateral} 이(가) 잠겼으며, 상환 전까지 출금과 송금을 할 수 없습니다.',
    },
    fra: {
      title: 'Votre prêt a été versé',
      body: '{amount} est sur votre compte spot. Échéance : {due}. {collateral} est bloqué en garantie ; aucun retrait ni envoi n’est possible avant le remboursement.',
    },
    spa: {
      title: 'Su préstamo se ha desembolsado',
      body: '{amount} está en su cuenta spot. Vence el {due}. {collateral} queda bloqueado como garantía; hasta devolverlo no se puede retirar ni enviar dinero.',
    },
  },
  loan_rejected: {
    en: {
      title: 'Your loan application was rejected',
      body: 'Reason: {reason}. The collateral is back in your spot account. You can apply again.',
    },
    zh: {
      title: '贷款申请未通过',
      body: '原因：{reason}。抵押物已退回您的币币账户，您可以重新申请。',
    },
    hk: {
      title: '貸款申請未通過',
      body: '原因：{reason}。抵押物已退回您的幣幣帳戶，您可以重新申請。',
    },
    th: {
      title: 'คำขอกู้ไม่ได้รับอนุมัติ',
      body: 'เหตุผล: {reason} หลักประกันคืนเข้าบัญชีสปอตแล้ว คุณสมัครใหม่ได้',
    },
    de: {
      title: 'Ihr Kreditantrag wurde abgelehnt',
      body: 'Grund: {reason}. Die Sicherheit ist wieder auf Ihrem Spot-Konto. Sie können einen neuen Antrag stellen.',
    },
    alb: {
      title: 'Kërkesa juaj për hua u refuzua',
      body: 'Arsyeja: {reason}. Kolaterali është kthyer në llogarinë spot. Mund të aplikoni përsëri.',
    },
    jp: {
      title: 'ローン申請が却下されました',
      body: '理由：{reason}。担保は現物口座に返還されました。再申請できます。',
    },
    kor: {
      title: '대출 신청이 거절되었습니다',
      body: '사유: {reason}. 담보는 현물 계정로 반환되었습니다. 다시 신청할 수 있습니다.',
    },
    fra: {
      title: 'Votre demande de prêt a été refusée',
      body: 'Motif : {reason}. La garantie est revenue sur votre compte spot. Vous pouvez refaire une demande.',
    },
    spa: {
      title: 'Su solicitud de préstamo fue rechazada',
      body: 'Motivo: {reason}. La garantía volvió a su cuenta spot. Puede solicitarlo de nuevo.',
    },
  },
  loan_warning: {
    en: {
      title: 'Loan collateral below {level} %',
      body: 'Your collateral is worth {ratio} % of what you owe, at {price}. Below {liquidation} % it is sold. Add collateral or repay part of the loan.',
    },
    zh: {
      title: '抵押率低于 {level}%',
      body: '按价格 {price} 计算，您的抵押率为 {ratio}%。低于 {liquidation}% 时抵押物将被强制平仓，请追加抵押物或部分还款。',
    },
    hk: {
      title: '抵押率低於 {level}%',
      body: '按價格 {price} 計算，您的抵押率為 {ratio}%。低於 {liquidation}% 時抵押物將被強制平倉，請追加抵押物或部分還款。',
    },
    th: {
      title: 'หลักประกันต่ำกว่า {level}%',
      body: 'ที่ราคา {price} หลักประกันมีมูลค่า {ratio}% ของหนี้ หากต่ำกว่า {liquidation}% จะถูกบังคับขาย โปรดเพิ่มหลักประกันหรือชำระคืนบางส่วน',
    },
    de: {
      title: 'Sicherheit unter {level} %',
      body: 'Bei {price} ist Ihre Sicherheit {ratio} % Ihrer Schuld wert. Unter {liquidation} % wird sie verkauft. Erhöhen Sie die Sicherheit oder zahlen Sie einen Teil zurück.',
    },
    alb: {
      title: 'Kolaterali nën {level} %',
      body: 'Me çmimin {price} kolaterali vlen {ratio} % të borxhit. Nën {liquidation} % ai shitet. Shtoni kolateral ose shlyeni një pjesë.',
    },
    jp: {
      title: '担保率が {level}% を下回りました',
      body: '価格 {price} で担保率は {ratio}% です。{liquidation}% を下回ると担保は強制売却されます。担保を追加するか、一部を返済してください。',
    },
    kor: {
      title: '담보 비율이 {level}% 미만입니다',
      body: '가격 {price} 기준 담보 비율은 {ratio}% 입니다. {liquidation}% 미만이면 담보가 청산됩니다. 담보를 추가하거나 일부를 상환하세요.',
    },
    fra: {
      title: 'Garantie sous {level} %',
      body: 'Au prix de {price}, votre garantie vaut {ratio} % de votre dette. Sous {liquidation} %, elle est vendue. Ajoutez une garantie ou remboursez une partie.',
    },
    spa: {
      title: 'Garantía por debajo del {level} %',
      body: 'A {price}, su garantía vale el {ratio} % de su deuda. Por debajo del {liquidation} % se vende. Añada garantía o devuelva una parte.',
    },
  },
  loan_liquidated: {
    en: {
      title: 'Your loan was liquidated',
      body: 'At {price} your collateral was worth {ratio} % of what you owed. {sold} was sold and {amount} repaid. {returned} is back in your spot account.',
    },
    zh: {
      title: '贷款已被强制平仓',
      body: '价格为 {price} 时抵押率为 {ratio}%。已卖出 {sold}，偿还 {amount}，剩余 {returned} 已退回您的币币账户。',
    },
    hk: {
      title: '貸款已被強制平倉',
      body: '價格為 {price} 時抵押率為 {ratio}%。已賣出 {sold}，償還 {amount}，剩餘 {returned} 已退回您的幣幣帳戶。',
    },
    th: {
      title: 'เงินกู้ถูกบังคับขายหลักประกัน',
      body: 'ที่ราคา {price} หลักประกันมีมูลค่า {ratio}% ของหนี้ ขาย {sold} และชำระ {amount} แล้ว คืน {returned} เข้าบัญชีสปอต',
    },
    de: {
      title: 'Ihr Kredit wurde liquidiert',
      body: 'Bei {price} war Ihre Sicherheit {ratio} % der Schuld wert. {sold} wurden verkauft, {amount} getilgt. {returned} sind wieder auf Ihrem Spot-Konto.',
    },
    alb: {
      title: 'Huaja juaj u likuidua',
      body: 'Me çmimin {price} kolaterali vlente {ratio} % të borxhit. U shitën {sold} dhe u shlyen {amount}. {returned} u kthye në llogarinë spot.',
    },
    jp: {
      title: 'ローンが清算されました',
      body: '価格 {price} で担保率が {ratio}% となりました。{sold} を売却し {amount} を返済しました。残り {returned} は現物口座に返還されました。',
    },
    kor: {
      title: '대출이 청산되었습니다',
      body: '가격 {price} 에서 담보 비율이 {ratio}% 였습니다. {sold} 을(를) 매도해 {amount} 을(를) 상환했고, {returned} 은(는) 현물 계정로 반환되었습니다.',
    },
    fra: {
      title: 'Votre prêt a été liquidé',
      body: 'Au prix de {price}, votre garantie valait {ratio} % de la dette. {sold} vendus, {amount} remboursés. {returned} sont revenus sur votre compte spot.',
    },
    spa: {
      title: 'Su préstamo fue liquidado',
      body: 'A {price}, su garantía valía el {ratio} % de la deuda. Se vendió {sold} y se devolvió {amount}. {returned} volvió a su cuenta spot.',
    },
  },
  loan_interest_unpaid: {
    en: {
      title: 'Loan interest could not be collected',
      body: '{amount} of interest is due, and your spot account does not cover it. Without payment the whole loan is due on {due}.',
    },
    zh: {
      title: '贷款利息扣款失败',
      body: '应付利息 {amount}，您的币币账户余额不足。若仍未支付，整笔贷款将于 {due} 到期。',
    },
    hk: {
      title: '貸款利息扣款失敗',
      body: '應付利息 {amount}，您的幣幣帳戶餘額不足。若仍未支付，整筆貸款將於 {due} 到期。',
    },
    th: {
      title: 'เก็บดอกเบี้ยเงินกู้ไม่สำเร็จ',
      body: 'ดอกเบี้ย {amount} ถึงกำหนด แต่ยอดในบัญชีสปอตไม่พอ หากไม่ชำระ เงินกู้ทั้งหมดจะครบกำหนด {due}',
    },
    de: {
      title: 'Kreditzinsen nicht eingezogen',
      body: '{amount} Zinsen sind fällig, Ihr Spot-Konto deckt sie nicht. Ohne Zahlung wird der ganze Kredit am {due} fällig.',
    },
    alb: {
      title: 'Interesi i huasë nuk u mblodh',
      body: 'Interesi prej {amount} ka arritur afatin dhe llogaria spot nuk e mbulon. Pa pagesë e gjithë huaja bëhet e kërkueshme më {due}.',
    },
    jp: {
      title: 'ローン利息を引き落とせませんでした',
      body: '利息 {amount} の支払期日ですが、現物口座の残高が不足しています。未払いのままですと {due} にローン全額が期限となります。',
    },
    kor: {
      title: '대출 이자를 인출하지 못했습니다',
      body: '이자 {amount} 의 납부일이지만 현물 계정 잔액이 부족합니다. 미납 시 {due} 에 대출 전액의 만기가 됩니다.',
    },
    fra: {
      title: 'Intérêts du prêt non prélevés',
      body: '{amount} d’intérêts sont dus et votre compte spot ne les couvre pas. Sans paiement, tout le prêt est exigible le {due}.',
    },
    spa: {
      title: 'No se pudo cobrar el interés del préstamo',
      body: 'Se deben {amount} de interés y su cuenta spot no los cubre. Sin pago, todo el préstamo vence el {due}.',
    },
  },
  loan_reminder: {
    en: {
      title: 'Your loan is due soon',
      body: '{amount} is due on {due}. It is collected from your spot account; where that does not cover it, the loan is overdue.',
    },
    zh: {
      title: '贷款即将到期',
      body: '{amount} 将于 {due} 到期，届时从您的币币账户扣除；余额不足即视为逾期。',
    },
    hk: {
      title: '貸款即將到期',
      body: '{amount} 將於 {due} 到期，屆時從您的幣幣帳戶扣除；餘額不足即視為逾期。',
    },
    th: {
      title: 'เงินกู้ใกล้ครบกำหนด',
      body: '{amount} ครบกำหนด {due} ระบบจะหักจากบัญชีสปอต หากยอดไม่พอจะถือว่าค้างชำระ',
    },
    de: {
      title: 'Ihr Kredit wird bald fällig',
      body: '{amount} sind am {due} fällig und werden von Ihrem Spot-Konto eingezogen. Reicht es nicht, ist der Kredit überfällig.',
    },
    alb: {
      title: 'Huaja juaj po i afrohet afatit',
      body: '{amount} duhet paguar më {due} dhe merret nga llogaria spot. Nëse nuk mjafton, huaja është me vonesë.',
    },
    jp: {
      title: 'まもなくローンの返済期限です',
      body: '{due} に {amount} の返済期限となり、現物口座から引き落とされます。残高不足の場合は延滞となります。',
    },
    kor: {
      title: '대출 만기가 다가옵니다',
      body: '{due} 에 {amount} 이(가) 만기되며 현물 계정에서 인출됩니다. 잔액이 부족하면 연체됩니다.',
    },
    fra: {
      title: 'Votre prêt arrive à échéance',
      body: '{amount} sont dus le {due} et prélevés sur votre compte spot. S’il ne suffit pas, le prêt est en retard.',
    },
    spa: {
      title: 'Su préstamo vence pronto',
      body: '{amount} vence el {due} y se cobra de su cuenta spot. Si no alcanza, el préstamo queda en mora.',
    },
  },
  loan_overdue: {
    en: {
      title: 'Your loan is overdue',
      body: '{amount} is overdue. Each full day costs {rate} % of the principal, which brings the liquidation nearer. Repay now.',
    },
    zh: {
      title: '贷款已逾期',
      body: '{amount} 已逾期。每满一日收取本金的 {rate}%，并使抵押物更接近强制平仓，请立即还款。',
    },
    hk: {
      title: '貸款已逾期',
      body: '{amount} 已逾期。每滿一日收取本金的 {rate}%，並使抵押物更接近強制平倉，請立即還款。',
    },
    th: {
      title: 'เงินกู้ค้างชำระ',
      body: '{amount} ค้างชำระ ทุกวันเต็มคิด {rate}% ของเงินต้น และใกล้ถูกบังคับขายมากขึ้น โปรดชำระทันที',
    },
    de: {
      title: 'Ihr Kredit ist überfällig',
      body: '{amount} sind überfällig. Jeder volle Tag kostet {rate} % der Kreditsumme und rückt die Liquidation näher. Zahlen Sie jetzt zurück.',
    },
    alb: {
      title: 'Huaja juaj është me vonesë',
      body: '{amount} është me vonesë. Çdo ditë e plotë kushton {rate} % të principalit dhe e afron likuidimin. Shlyeni tani.',
    },
    jp: {
      title: 'ローンが延滞しています',
      body: '{amount} が延滞しています。1 日ごとに元本の {rate}% が加算され、清算に近づきます。すぐにご返済ください。',
    },
    kor: {
      title: '대출이 연체되었습니다',
      body: '{amount} 이(가) 연체되었습니다. 만 하루마다 원금의 {rate}% 가 부과되며 청산에 가까워집니다. 지금 상환하세요.',
    },
    fra: {
      title: 'Votre prêt est en retard',
      body: '{amount} sont en retard. Chaque jour entier coûte {rate} % du principal et rapproche la liquidation. Remboursez maintenant.',
    },
    spa: {
      title: 'Su préstamo está en mora',
      body: '{amount} está en mora. Cada día completo cuesta el {rate} % del principal y acerca la liquidación. Devuélvalo ahora.',
    },
  },
  loan_repaid: {
    en: {
      title: 'Your loan is repaid',
      body: 'You repaid {amount} of principal with its interest. {collateral} is back in your spot account, and withdrawals are open again.',
    },
    zh: {
      title: '贷款已还清',
      body: '您已还清本金 {amount} 及利息，{collateral} 已退回您的币币账户，提现已恢复。',
    },
    hk: {
      title: '貸款已還清',
      body: '您已還清本金 {amount} 及利息，{collateral} 已退回您的幣幣帳戶，提現已恢復。',
    },
    th: {
      title: 'ชำระเงินกู้ครบแล้ว',
      body: 'คุณชำระเงินต้น {amount} พร้อมดอกเบี้ยครบแล้ว {collateral} คืนเข้าบัญชีสปอต และถอนเงินได้อีกครั้ง',
    },
    de: {
      title: 'Ihr Kredit ist zurückgezahlt',
      body: '{amount} sind mit Zinsen getilgt. {collateral} sind wieder auf Ihrem Spot-Konto, Auszahlungen sind wieder möglich.',
    },
    alb: {
      title: 'Huaja juaj u shlye',
      body: 'Shlyet {amount} principal me interesin. {collateral} u kthye në llogarinë spot dhe tërheqjet janë sërish të hapura.',
    },
    jp: {
      title: 'ローンを完済しました',
      body: '元本 {amount} と利息を返済しました。{collateral} は現物口座に返還され、出金が再開されました。',
    },
    kor: {
      title: '대출을 모두 상환했습니다',
      body: '원금 {amount} 과(와) 이자를 상환했습니다. {collateral} 은(는) 현물 계정로 반환되었고 출금이 다시 열렸습니다.',
    },
    fra: {
      title: 'Votre prêt est remboursé',
      body: 'Vous avez remboursé {amount} de principal avec ses intérêts. {collateral} sont revenus sur votre compte spot et les retraits sont rouverts.',
    },
    spa: {
      title: 'Su préstamo está devuelto',
      body: 'Devolvió {amount} de principal con su interés. {collateral} volvió a su cuenta spot y los retiros vuelven a estar abiertos.',
    },
  },
};
