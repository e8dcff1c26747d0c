import { AgreementPage } from './AgreementPage.tsx';
import { english } from './agreements.ts';

export default function EnglishAgreementPage() {
  return <AgreementPage language="en" sections={english} />;
}
