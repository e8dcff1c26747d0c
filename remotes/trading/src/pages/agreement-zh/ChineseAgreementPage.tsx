import { AgreementPage } from '../../copytrading/AgreementPage.tsx';
import { chinese } from '../../copytrading/agreements.ts';

export default function ChineseAgreementPage() {
  return <AgreementPage language="zh-CN" sections={chinese} />;
}
