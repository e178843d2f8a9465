import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

type Run = DatabaseConnection['executeQuery'];

class ConnectionDriver extends DummyDriver {
  constructor(private readonly executeQuery: Run) {
    super();
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return { executeQuery: this.executeQuery, streamQuery };
  }
}

function streamQuery(): never {
  throw new Error('Statements of a transaction are not streamed');
}

/** A Kysely for PostgreSQL that runs its statements with `run`, in the transaction that `run` chooses. */
export const kyselyWith = (run: Run): Kysely<unknown> =>
  new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ConnectionDriver(run),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** Builds and compiles statements. Only `Db` runs them, in its transaction, and translates their errors. */
export const statementBuilder = kyselyWith(() => {
  throw new Error('Run it with Db: db.rows(query)');
});
