import { BigIntType } from '@mikro-orm/postgresql';

/** 64-bit ids as plain numbers: safe up to 2^53, which no table reaches. */
export class IdType extends BigIntType<'number'> {
  constructor() {
    super('number');
  }
}

/** The two fenced logins; a third, the owner in DATABASE_URL, only migrates. Names are cluster-wide. */
export const roles = { app: 'atende_app', platform: 'atende_platform' } as const;
