import { AgreementPage } from './AgreementPage.tsx';
import { chinese } from './agreements.ts';

export default function ChineseAgreementPage() {
  return <AgreementPage language="zh-CN" sections={chinese} />;
}
