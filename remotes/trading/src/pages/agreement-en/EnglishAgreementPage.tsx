import { AgreementPage } from '../../copytrading/AgreementPage.tsx';
import { english } from '../../copytrading/agreements.ts';

export default function EnglishAgreementPage() {
  return <AgreementPage language="en" sections={english} />;
}
