import type { Call, ReadInput } from '@tessera/api/kit';

/** Invalid command; the message states why. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Who changes something, and when; Unix ms. */
export type By = { readonly staffId: string; readonly at: number };

/** A command of a domain on the command line of staff: `<name> <field>=<value> … --why "<reason>"`. */
export type StaffCommand = {
  readonly name: string;
  /** Its fields and what it does. */
  readonly usage: string;
  /** Field that the first argument sets if it names none. */
  readonly subject?: string;
  /** Shows something and changes nothing: it takes no fields. */
  readonly reads: boolean;
  /** The call that it makes. */
  readonly call: Call;
  /** Its input as the call reads it. Throws CommandError. */
  readonly read: (fields: Readonly<Record<string, string>>) => object;
  /** Returns what to print, a line each. Rejects with CommandError what the call would not read. */
  readonly run: (fields: Readonly<Record<string, string>>, by: By) => Promise<readonly object[]>;
};

/** A command that does what a staff call does, with the call's input judged as the call would. */
export const commandOf = <C extends Call>(
  call: C,
  {
    run,
    ...command
  }: Pick<StaffCommand, 'name' | 'usage' | 'subject'> & {
    readonly run: (input: ReadInput<C>, by: By) => Promise<readonly object[]>;
  },
): StaffCommand => {
  const read = (fields: Readonly<Record<string, string>>): ReadInput<C> => {
    const unknown = Object.keys(fields).find((field) => !Object.hasOwn(call.input.shape, field));
    if (unknown !== undefined) throw new CommandError(`there is no ${unknown}`);
    const given = call.input.safeParse(fields);
    if (!given.success) throw new CommandError(`${given.error.issues[0]?.path.join('.') ?? 'the change'} is not valid`);
    return given.data as ReadInput<C>;
  };
  return {
    ...command,
    call,
    reads: call.method === 'GET',
    read: (fields) => read(fields) as object,
    run: async (fields, by) => run(read(fields), by),
  };
};
