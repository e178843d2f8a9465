import { BigIntType } from '@mikro-orm/postgresql';

/** Reads 64-bit ids as plain numbers, which is safe up to 2^53; no table has that many rows. */
export class IdType extends BigIntType<'number'> {
  constructor() {
    super('number');
  }
}

/** The two roles that row security restricts; the owner in DATABASE_URL only migrates. Names are cluster-wide. */
export const roles = { app: 'atende_app', platform: 'atende_platform' } as const;
