import { callsOf } from '@tessera/api';
import type { IdentityContract } from './contract.ts';
import { identityRoutes } from './routes.ts';

const { call, command, query } = callsOf<IdentityContract>(identityRoutes);

export const useUserInfo = query('GET /user/info');

/**
 * Whether the user lives in one of these countries, ISO 3166-1 alpha-2, whose residents the exchange refuses. False for
 * guests and where the country is not known: the exchange refuses neither by it. Former versions of the backend name none.
 */
export const useBarred = (countries: readonly string[] | undefined): boolean =>
  useBarredIn(countries && [{ countries }])(countries);

/** The same of a list: judges the countries of each. The country of the user is asked for where any is not sold everywhere. */
export function useBarredIn(
  list: readonly { readonly countries: readonly string[] }[] | undefined,
): (countries: readonly string[] | undefined) => boolean {
  const { data } = useUserInfo({}, { enabled: list?.some(({ countries }) => countries.length > 0) ?? false });
  const country = data?.country ?? null;
  return (countries = []) => country !== null && countries.includes(country);
}

export const useFreezeAccount = command('POST /user/freeze');
/** Puts a frozen account into use again, or asks staff to. */
export const useUnfreezeAccount = command('POST /user/unfreeze');
/** What closing the account takes, and what stands in its way. */
export const useClosingTerms = query('GET /user/closing');
export const useCloseAccount = command('POST /user/close');

/** The last copy of all data of the account. */
export const useDataExport = query('GET /user/export');
export const useRequestExport = command('POST /user/export');
/** Gets a link that downloads the copy once. */
export const useExportLink = command('POST /user/export/link');

export const useLogIn = command('POST /user/login');
/** Gets the challenge that a passkey signs to log in. */
export const beginPasskeyLogIn = call('POST /user/passkey/begin');
/** Logs in with a passkey, without account name and password. */
export const usePasskeyLogIn = command('POST /user/passkey/login');
export const useRegister = command('POST /user/register');
export const useResetPassword = command('POST /user/forget');
/** Sends a verification code to an address or number that the user enters. */
export const useSendCode = command('POST /sms_mail');

export const useEditProfile = command('POST /user/editNickname');
export const useChangeAvatar = command('POST /user/uploadHeadPortrait');
/** Stores language and fiat currency in the account. */
export const useKeepPreferences = command('POST /user/preferences', { quiet: true });

/* Outside of components: the host's session. */
export const readUserInfo = call('GET /user/info');
export const logOut = call('GET /user/logout');
export const logOutLate = call('POST /user/logout/late');
