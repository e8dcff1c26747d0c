import pg from 'pg';

export type Statement = { readonly text: string; readonly values: (string | Buffer | null)[]; readonly name?: string };

type Result = { readonly rows: object[] };

/** What `pg` keeps of a connection: which statements it has prepared, by name. */
type Connection = pg.Connection & {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly text: string; readonly name?: string }): void;
  bind(values: { readonly statement?: string; readonly values: readonly unknown[] }): void;
  describe(what: { readonly type: 'P'; readonly name: string }): void;
  execute(what: object): void;
};

/** What `pg` calls of a query. Its own one takes the results of several statements apart already. */
type Handled = pg.Query & {
  name: string | undefined;
  text: string;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
};
const Handled = pg.Query as unknown as new (
  config: { readonly text: string },
  callback: (error: Error | null, results: Result | Result[]) => void,
) => Handled;

/** `statement`: which of them failed; null where it was none of them: the commit failed, or the connection. */
export type JointFailure = { readonly error: Error; readonly statement: number | null };

/**
 * Statements that go to PostgreSQL in one message and come back in one, as one transaction: with a single Sync behind
 * them it commits all or none (Extended Query, Pipelining). Each query of `pg` for itself has a Sync of its own, with a
 * write and an answer for each.
 */
class JointQuery extends Handled {
  readonly #statements: readonly Statement[];
  readonly #onFailure: (failure: JointFailure) => void;
  #done = 0;

  constructor(
    statements: readonly Statement[],
    onResults: (results: readonly Result[]) => void,
    onFailure: (failure: JointFailure) => void,
  ) {
    super({ text: '' }, (error, results) => {
      if (error) onFailure({ error, statement: null });
      else onResults([results].flat());
    });
    this.#statements = statements;
    this.#onFailure = onFailure;
    this.#turn();
  }

  /** `pg` notes as prepared, or as not, what has these names. */
  #turn(): void {
    const statement = this.#statements[this.#done];
    this.name = statement?.name;
    this.text = statement?.text ?? '';
  }

  override submit = (connection: pg.Connection): null => {
    const to = connection as Connection;
    to.stream.cork();
    for (const { name, text, values } of this.#statements) {
      const named = name !== undefined;
      if (!named || (to.parsedStatements[name] ?? to.submittedNamedStatements[name]) === undefined) {
        to.parse({ text, ...(named && { name }) });
        if (named) to.submittedNamedStatements[name] = text;
      }
      to.bind({ values, ...(named && { statement: name }) });
      to.describe({ type: 'P', name: '' });
      to.execute({});
    }
    to.sync();
    to.stream.uncork();
    return null;
  };

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    this.#done++;
    this.#turn();
  }

  override handleError(error: Error, connection: Connection): void {
    // What stands behind the failed statement was not prepared either.
    for (const { name } of this.#statements.slice(this.#done)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    const failed = error instanceof pg.DatabaseError && this.#done < this.#statements.length;
    this.#onFailure({ error, statement: failed ? this.#done : null });
  }
}

/**
 * Runs statements on a connection as one transaction. Nothing of it is committed where one of them or the commit fails by
 * a DatabaseError; after any other error that is unknown.
 */
export const runJointly = (
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<{ readonly results: readonly Result[] } | { readonly failure: JointFailure }> =>
  new Promise((resolve) => {
    client.query(
      new JointQuery(
        statements,
        (results) => resolve({ results }),
        (failure) => resolve({ failure }),
      ),
    );
  });
