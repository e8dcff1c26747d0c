import { mul, quantize } from '@tessera/money';
import { CoinIcon, Stack } from '@tessera/ui';
import { CodeInput, PayKeypad } from '@tessera/ui/codes';
import { AmountInput, PasswordInput, SearchInput, Select, TextInput } from '@tessera/ui/forms';
import { ImagePicker } from '@tessera/ui/pictures';
import { useState } from 'react';
import styles from '../Gallery.module.css';

const IDLE = { busy: false, progress: 0, problem: null, retry: () => undefined };

export function FormSection() {
  const [mail, setMail] = useState('mia@example.com');
  const [password, setPassword] = useState('');
  const [search, setSearch] = useState('btc');
  const [price, setPrice] = useState('63000.1');
  const [amount, setAmount] = useState('0.05');
  const [withdrawal, setWithdrawal] = useState('2000');
  const [code, setCode] = useState('123');
  const [coin, setCoin] = useState<string | null>('BTC');
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <Stack gap={3} shrinks>
      <TextInput label="E-mail" type="email" value={mail} onChange={setMail} helper="We send a code to it." />
      <TextInput label="Nickname" value="M" onChange={() => undefined} error="2 to 10 letters or digits" />
      <TextInput label="UID" value="10042" onChange={() => undefined} disabled />
      <PasswordInput label="Password" value={password} onChange={setPassword} placeholder="At least 7 characters" />
      <SearchInput label="Search markets" value={search} onChange={setSearch} />
      <AmountInput label="Price" value={price} onChange={setPrice} unit="USDT" scale={2} step="0.01" stepper />
      <AmountInput
        label="Amount"
        value={amount}
        onChange={setAmount}
        unit="BTC"
        scale={5}
        step="0.00001"
        min="0.0001"
        balance="1.25"
        percentages={[25, 50, 75, 100]}
        helper={`≈ ${quantize(mul(amount || '0', '63000.1'), 2, 'down')} USDT`}
      />
      <AmountInput
        label="Withdraw"
        value={withdrawal}
        onChange={setWithdrawal}
        unit="USDT"
        scale={2}
        balance="1250.5"
        percentages={[25, 50, 75, 100]}
      />
      <AmountInput label="Price (USDT)" compact value={price} onChange={setPrice} scale={2} stepper />
      <CodeInput label="Code from the e-mail" value={code} onChange={setCode} helper="Valid for 10 minutes" />
      <CodeInput label="Code from the e-mail" value="994211" onChange={() => undefined} error="The code is not right" />
      <Select
        label="Currency"
        searchable
        options={['BTC', 'ETH', 'USDT', 'LTC'].map((value) => ({
          value,
          label: value,
          start: <CoinIcon symbol={value} size="s" />,
        }))}
        value={coin}
        onChange={setCoin}
      />
      <Select label="Network" options={[]} value={null} onChange={() => undefined} error="Choose a network" />
      <ImagePicker label="Payment voucher" upload={IDLE} onPick={() => undefined} />
      <ImagePicker
        label="Document, on its way"
        upload={{ ...IDLE, busy: true, progress: 0.45 }}
        onPick={() => undefined}
      />
      <ImagePicker
        label="Document that failed"
        upload={{ ...IDLE, problem: 'No connection. Check your network and try again.' }}
        onPick={() => undefined}
      />
      <div className={styles.card}>
        <PayKeypad
          title="Enter your payment password"
          error={wrong}
          onComplete={(digits) => setWrong(digits === '000000' ? null : `${digits.length} digits, but not yours`)}
        />
      </div>
    </Stack>
  );
}
