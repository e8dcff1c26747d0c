import { type PayoutNetwork, usePayoutNetworks, useSaveAddress } from '@tessera/api/payees';
import { addressInField, addressInQr, addressProblem, foldAddress } from '@tessera/api/payees/rules';
import { useUpload } from '@tessera/api/uploads';
import { useFirstError } from '@tessera/form';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Loaded, Page, Stack, showToast } from '@tessera/ui';
import { ApprovalSheet, useApproval } from '@tessera/ui/approval';
import { TextInput } from '@tessera/ui/forms';
import { ImagePicker } from '@tessera/ui/pictures';
import { type FormEvent, useState } from 'react';
import { NetworkChooser } from '../../networks/NetworkChooser.tsx';
import { addressForm } from '../../payees/address-form.ts';
import { linkProblem } from '../../payees/payment-link.ts';
import { qrTextOfFile } from '../../payees/read-qr.ts';
import { useRuleText } from '../../payees/use-rule-text.ts';

type FormProps = { readonly networks: readonly PayoutNetwork[] };

function AddressForm({ networks }: FormProps) {
  const t = useTexts('assets');
  const ruleText = useRuleText();
  const open = useOpenScreen();
  const [chosen, setChosen] = useState<PayoutNetwork | null>(null);
  const [entries, enter] = addressForm.useForm(undefined);
  const upload = useUpload((qrcode) => enter({ qrcode }));
  const save = useApproval({
    command: useSaveAddress,
    toInput: ({ currency_id, network }: PayoutNetwork, { key }) => {
      const { name, tag, qrcode } = entries;
      return {
        currency: currency_id,
        network,
        address: foldAddress(entries.address),
        name: name.trim(),
        ...(tag.trim() && { tag: tag.trim() }),
        ...(qrcode && { qrcode }),
        key,
      };
    },
    onDone() {
      showToast(t('payout.saved'), 'success');
      open(screenUrl('/pages/setting/wallet'));
    },
  });
  const network = chosen ?? networks[0];
  const { problems, derived } = addressForm.useEvaluation(entries, network ?? NONE);
  if (!network) return null;
  const { chain } = network;
  const { tried, address } = entries;
  const has = (code: (typeof problems)[number]['code']) => problems.some((problem) => problem.code === code);
  const link = chain && linkProblem({ chain, network: network.network }, address);
  const ofAddress =
    chain && addressProblem({ chain, network: network.network }, foldAddress(address), { exact: false });
  const addressError = link ?? (tried ? ofAddress : null);
  const pick = async (file: File) => {
    enter({ qrText: undefined, qrcode: null });
    upload.run(file);
    const qrText = await qrTextOfFile(file).catch((error: unknown) => {
      upload.drop();
      showToast(problemText(error), 'error');
      return undefined;
    });
    if (qrText === undefined) return;
    const pictured = chain !== null && qrText !== null ? addressInQr(chain, qrText) : null;
    enter({ qrText, ...(address.trim() === '' && pictured !== null && { address: pictured }) });
  };
  const ofQr = (['qrNone', 'qrDiffers'] as const).find(has) ?? (tried && has('qrMissing') ? 'qrMissing' : null);
  const ofPicture = ofQr && t(`payout.${ofQr}`);
  const qrProblem = has('qrUnclear') ? t('payout.qrUnclear', { part: derived.unclear ?? '' }) : ofPicture;
  const lookAtErrors = useFirstError();
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    enter({ tried: true });
    if (problems.length > 0 || upload.busy) return lookAtErrors(event.currentTarget);
    save.ask(network);
  };
  return (
    <Stack as="form" gap={3} above={2} onSubmit={submit} noValidate>
      <NetworkChooser networks={networks} value={network} onChoose={setChosen} />
      <TextInput
        label={t('payout.address')}
        value={address}
        onChange={(text) => enter({ address: chain ? addressInField(chain, text) : text })}
        error={addressError && ruleText(addressError)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
      />
      <ImagePicker
        label={t('payout.qr')}
        helper={t('payout.qrHelp')}
        upload={upload}
        error={qrProblem}
        onPick={(file) => void pick(file)}
        onRemove={() => {
          upload.drop();
          enter({ qrText: undefined, qrcode: null });
        }}
      />
      <TextInput
        label={t('payout.name')}
        value={entries.name}
        onChange={(name) => enter({ name })}
        error={tried && has('name') ? ruleText({ code: 'field_required' }) : null}
        autoComplete="off"
        maxLength={40}
      />
      <TextInput
        label={t('payout.tag')}
        value={entries.tag}
        onChange={(tag) => enter({ tag })}
        autoComplete="off"
        maxLength={20}
      />
      <Button type="submit" size="l" block busy={save.busy} disabled={upload.busy}>
        {t('payout.save')}
      </Button>
      <ApprovalSheet {...save.sheet} title={t('payout.addAddress')} />
    </Stack>
  );
}

/** Stands in while there is no network, so that hooks run alike. */
const NONE: PayoutNetwork = {
  currency_id: 0,
  currency: '',
  scale: 0,
  network: '',
  chain: null,
  token: null,
  fee: '0',
  min_number: '0',
  open: false,
};

export default function AddAddressPage() {
  const t = useTexts('assets');
  const networks = usePayoutNetworks();
  return (
    <Page title={t('routes.setting.addWallet')} back>
      <Loaded query={networks}>
        {(data) => <AddressForm networks={data.filter(({ chain }) => chain !== null)} />}
      </Loaded>
    </Page>
  );
}
