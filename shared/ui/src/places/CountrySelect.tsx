import { Select, type SelectProps } from '../select/Select.tsx';
import { useCountries } from './countries.ts';

export type CountrySelectProps = Omit<SelectProps<string>, 'options' | 'searchable'> & {
  /** ISO 3166-1 alpha-2; all unless given. The same array at each render. */
  readonly countries?: readonly string[];
};

/** One of the countries, by its name in the user's language. */
export function CountrySelect({ countries, ...props }: CountrySelectProps) {
  const options = useCountries(countries);
  return <Select {...props} options={options} searchable />;
}
