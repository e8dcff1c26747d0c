export { CountrySelect, type CountrySelectProps } from './places/CountrySelect.tsx';
export { COUNTRIES, callingCode } from './places/calling-codes.ts';
export { chosenCountry, countryName, homeCountry, useCountries } from './places/countries.ts';
export { PhoneInput, type PhoneInputProps } from './places/PhoneInput.tsx';
