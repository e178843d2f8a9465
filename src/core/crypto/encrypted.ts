import { type PropertyOptions, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { Property } from '@mikro-orm/decorators/legacy';
import type { TenantEntity } from '../database/tenant.entity.js';
import { defineSecretColumn } from './secret-columns.js';

interface EncryptedOptions extends Pick<PropertyOptions<object>, 'nullable'> {
  /** Properties that tell the rows of a company apart; the context names them. */
  readonly by?: readonly string[];
  /** Values are erased instead of encrypted again when the key changes. */
  readonly shortLived?: true;
  /** The rest of the `update` when the key is lost. By default the column becomes null; a row that needs it is deleted. */
  readonly erase?: string;
}

type ContextOf = (row: Readonly<Record<string, unknown>>) => string;

const contexts = new Map<unknown, ContextOf>();
const columnOf = (property: string): string => new UnderscoreNamingStrategy().propertyToColumnName(property);

/**
 * A text column with a secret, which {@link SecretCipher} encrypts for the context {@link encryptionContext}, at most one
 * of an entity. What is stored depends on `table` and `by`: with others it cannot be decrypted.
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

/** What the secret of a row is bound to. @throws when the row lacks a property of the declaration */
export function encryptionContext<E extends TenantEntity>(
  entity: new () => E,
  row: Partial<E> & Pick<TenantEntity, 'companyId'>,
): string {
  const contextOf = contexts.get(entity);
  if (!contextOf) throw new Error(`${entity.name} has no encrypted column`);
  return contextOf(row as Readonly<Record<string, unknown>>);
}
