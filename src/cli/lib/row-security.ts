import pg from 'pg';

/**
 * Exempts the owner from the row-level security of its tables, which rejects COPY FROM, until the transaction ends; the
 * locks exclude other sessions meanwhile.
 * @returns a function that restores it
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
  const each = async (option: string): Promise<void> => {
    for (const { name } of forced.rows)
      await client.query(`alter table ${pg.escapeIdentifier(name)} ${option} row level security`);
  };
  await each('no force');
  return () => each('force');
}
