import { type PropertyOptions, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { Property } from '@mikro-orm/decorators/legacy';
import type { TenantEntity } from '../database/tenant.entity.js';
import { defineSecretColumn } from './secret-columns.js';

interface EncryptedOptions extends Pick<PropertyOptions<object>, 'nullable'> {
  /** The properties that identify a row within its company; they are part of the encryption context. */
  readonly by?: readonly string[];
  /** When the key changes, the values are erased instead of encrypted again. */
  readonly shortLived?: true;
  /** The rest of the `update` for a lost key. By default a nullable column becomes null, else the row is deleted. */
  readonly erase?: string;
}

type ContextOf = (row: Readonly<Record<string, unknown>>) => string;

const contexts = new Map<unknown, ContextOf>();
const columnOf = (property: string): string => new UnderscoreNamingStrategy().propertyToColumnName(property);

/**
 * A text column with a secret, which {@link SecretCipher} encrypts for the context {@link encryptionContext}. An entity
 * has at most one. Stored values depend on `table` and `by`: after a change of either they cannot be decrypted.
 * @example `@Encrypted('two_factors', { by: ['userId'] }) secret!: string;`
 */
export function Encrypted(
  table: string,
  { by = ['id'], shortLived, erase, nullable }: EncryptedOptions = {},
): PropertyDecorator {
  return (prototype, property) => {
    const column = columnOf(String(property));
    const names = `concat_ws('|', ${by.map(columnOf).join(', ')})`;
    const whenLost = nullable
      ? `update ${table} ${erase ?? `set ${column} = null, updated_at = now() where ${column} is not null`}`
      : `delete from ${table}`;
    Property({ type: 'text', hidden: true, nullable })(prototype, String(property));
    if (contexts.has(prototype.constructor)) throw new Error(`${table} has two encrypted columns`);
    contexts.set(prototype.constructor, (row) => {
      const parts = ['companyId', ...by].map((name) => row[name]);
      if (parts.some((part) => part === undefined || part === null))
        throw new Error(`The context of ${table}.${column} needs companyId, ${by.join(', ')}`);
      return [table, ...parts].join('|');
    });
    defineSecretColumn({
      tables: [table],
      contexts: new RegExp(`^${table}\\|\\d+\\|`),
      ...(!shortLived && {
        reencrypt: {
          select: `select id, company_id as "companyId", jsonb_build_object(${names}, ${column}) as "values"
            from ${table} where ${column} is not null`,
          context: ({ companyId }, name) => `${table}|${companyId}|${name}`,
          update: `update ${table} set ${column} = $2::jsonb->'values'->>${names} where id = $1`,
        },
      }),
      erase: async (client) => {
        await client.query(whenLost);
      },
    });
  };
}

/** The encryption context of the secret of a row. @throws when the row lacks a property that the declaration names */
export function encryptionContext<E extends TenantEntity>(
  entity: new () => E,
  row: Partial<E> & Pick<TenantEntity, 'companyId'>,
): string {
  const contextOf = contexts.get(entity);
  if (!contextOf) throw new Error(`${entity.name} has no encrypted column`);
  return contextOf(row as Readonly<Record<string, unknown>>);
}
