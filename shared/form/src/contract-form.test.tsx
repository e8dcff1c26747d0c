// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { logInInput, profileInput, registerInput } from '@tessera/api/identity/inputs';
import { collectToasts, startScreens } from '@tessera/testing';
import { TextInput } from '@tessera/ui/forms';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useContractForm } from './contract-form.ts';

const sent = vi.fn();
let toasts: ReturnType<typeof collectToasts>;

beforeAll(() => startScreens({ name: 'form', texts: async () => ({ default: {} }) }));
beforeEach(() => {
  sent.mockReset();
  toasts = collectToasts();
});

function Register({ rejection }: { readonly rejection?: ApiError }) {
  const form = useContractForm(registerInput, {
    initial: { loginActive: 'email' as const, user_string: '', code: '', password: '', re_password: '', terms: 'v1' },
  });
  return (
    <form onSubmit={form.submit(sent)} noValidate>
      <TextInput label="E-mail" {...form.field('user_string')} />
      <TextInput label="Code" {...form.field('code')} />
      <TextInput label="Password" {...form.field('password')} />
      <TextInput label="Again" {...form.field('re_password')} />
      <button type="submit">Go</button>
      <button type="button" onClick={() => form.reject(rejection)}>
        Reject
      </button>
      <button type="button" disabled={!form.isValid('user_string')}>
        Send code
      </button>
    </form>
  );
}

const fill = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};
const fillAll = async () => {
  await fill('E-mail', ' ada@example.com ');
  await fill('Code', '123456');
  await fill('Password', ' secret ');
  await fill('Again', ' secret ');
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a valid input is passed on as the schema reads it', async () => {
  render(<Register />);
  await fillAll();
  await press('Go');
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    loginActive: 'email',
    user_string: 'ada@example.com',
    code: '123456',
    password: ' secret ',
    re_password: ' secret ',
    terms: 'v1',
  });
});

test('an error shows once its field was left, not while it is typed, and goes when it is mended', async () => {
  render(<Register />);
  await fill('E-mail', 'ada');
  expect(screen.queryByText('Not a valid e-mail address')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('Not a valid e-mail address')).toBeDefined();
  await fill('E-mail', 'ada@example.com');
  expect(screen.queryByText('Not a valid e-mail address')).toBeNull();
});

test('a field that is left empty shows nothing until the form is submitted; then every field does', async () => {
  render(<Register />);
  await userEvent.click(screen.getByLabelText('E-mail'));
  await userEvent.tab();
  expect(screen.queryByText('Required')).toBeNull();
  await press('Go');
  expect(screen.getAllByText('Required')).toHaveLength(3);
  expect(sent).not.toHaveBeenCalled();
});

test('the second entry is compared with the first whichever of them changes', async () => {
  render(<Register />);
  await fillAll();
  await fill('Again', ' secreT ');
  await press('Go');
  expect(screen.getByText('The two passwords are inconsistent')).toBeDefined();
  expect(sent).not.toHaveBeenCalled();
  await fill('Password', ' secreT ');
  expect(screen.queryByText('The two passwords are inconsistent')).toBeNull();
});

test('limits of a rule are part of its text', async () => {
  render(<Register />);
  await fill('Password', 'short');
  await userEvent.tab();
  expect(screen.getByText('At least 7 characters')).toBeDefined();
});

test('a field is valid or not whatever is shown and whatever the other fields hold', async () => {
  render(<Register />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send code' });
  expect(button.disabled).toBe(true);
  await fill('E-mail', 'ada@example.com');
  expect(button.disabled).toBe(false);
});

test('a rejection stays at the field that it names until something changes', async () => {
  const rejection = new ApiError('email_taken', 'This address is taken', { field: 'user_string', fromServer: true });
  render(<Register rejection={rejection} />);
  await fillAll();
  await press('Reject');
  expect(screen.getByText('This address is taken')).toBeDefined();
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  await fill('Code', '654321');
  expect(screen.queryByText('This address is taken')).toBeNull();
  expect(toasts.texts).toEqual([]);
});

test('an input can be submitted again after a rejection', async () => {
  const rejection = new ApiError('code_wrong', 'Wrong code', { field: 'code', fromServer: true });
  render(<Register rejection={rejection} />);
  await fillAll();
  await press('Go');
  await press('Reject');
  await press('Go');
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a rejection of no field, or of one that is not on the screen, is a toast', async () => {
  const rejection = new ApiError('invitation_unknown', 'No such code', { field: 'extension_code', fromServer: true });
  render(<Register rejection={rejection} />);
  await press('Reject');
  expect(toasts.texts).toEqual(['No such code']);
});

test('a screen can ask for a field that the call leaves optional', async () => {
  function LogIn() {
    const form = useContractForm(logInInput, {
      initial: { user_string: 'ada@example.com', password: 'secret', totp: '', remember: false as boolean },
      required: ['totp'],
    });
    return (
      <form onSubmit={form.submit(sent)} noValidate>
        <TextInput label="Authenticator" {...form.field('totp')} />
        <button type="button" onClick={() => form.set('remember', true)}>
          Remember
        </button>
        <button type="submit">Go</button>
      </form>
    );
  }
  render(<LogIn />);
  await press('Go');
  expect(screen.getByText('Required')).toBeDefined();
  await fill('Authenticator', '123456');
  await press('Remember');
  await press('Go');
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    user_string: 'ada@example.com',
    password: 'secret',
    totp: '123456',
    remember: true,
  });
});

test('an input may be a part of the values: only it is judged and passed on', async () => {
  function Profile() {
    const form = useContractForm(profileInput, {
      initial: { nickname: '!', signature: '' },
      toInput: ({ signature }) => ({ signature }),
    });
    return (
      <form onSubmit={form.submit(sent)} noValidate>
        <TextInput label="Nickname" {...form.field('nickname')} />
        <TextInput label="Signature" {...form.field('signature')} />
        <button type="button" onClick={form.reset}>
          Reset
        </button>
        <button type="submit">Go</button>
      </form>
    );
  }
  render(<Profile />);
  await fill('Signature', 'Hello');
  await press('Go');
  expect(sent).toHaveBeenCalledExactlyOnceWith({ signature: 'Hello' });
  await press('Reset');
  expect((screen.getByLabelText('Signature') as HTMLInputElement).value).toBe('');
});

test('the first field that is wrong has the focus when the form was judged, and the one that the exchange names', async () => {
  const rejection = new ApiError('email_taken', 'This address is taken', { field: 'user_string', fromServer: true });
  render(<Register rejection={rejection} />);
  await fill('E-mail', 'ada@example.com');
  await press('Go');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
  await fillAll();
  await press('Go');
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  await press('Reject');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')));
});
