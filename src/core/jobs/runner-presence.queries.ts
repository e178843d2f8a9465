/** The first key of the advisory lock; the second is the number. */
export const lockClass = 0x61_74_65_6e;

/** `$1` {@link lockClass}, `$2` the number. The advisory lock lasts as long as the connection is open. */
export const takeNumber = 'select pg_advisory_lock($1::int, $2::int)';

/** `$1` {@link lockClass}. Returns the numbers that processes have locked in this database. */
export const heldNumbers = `select objid::int as number from pg_locks where locktype = 'advisory' and classid = $1::int::oid
  and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database())`;
