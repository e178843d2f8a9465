import pg from 'pg';

/**
 * Lets the owner past the row security of its own tables until the transaction ends, because COPY FROM is refused by any
 * policy; the locks keep everybody else away from these tables meanwhile. Answers how to put it back.
 */
export async function disableForcedRowSecurity(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const forced = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any($1)`,
    [tables],
  );
  const each = async (words: string): Promise<void> => {
    for (const { name } of forced.rows)
      await client.query(`alter table ${pg.escapeIdentifier(name)} ${words} row level security`);
  };
  await each('no force');
  return () => each('force');
}
