import type { MetadataStorage, PropertyOptions } from '@mikro-orm/core';
import { Property } from '@mikro-orm/decorators/legacy';
import { IdType } from './database-types.js';

export type EntityClass = abstract new () => object;

/** A foreign key: `(company_id, x_id)` between tenant tables, otherwise only the id. */
export interface ForeignKeyDefinition {
  readonly owner: EntityClass;
  readonly property: string;
  readonly target: () => EntityClass;
  readonly onDelete: 'restrict' | 'cascade';
}

const references: ForeignKeyDefinition[] = [];

/** Every declared foreign key, for migrations and their test. */
export const allForeignKeys: readonly ForeignKeyDefinition[] = references;

/**
 * A column with the id of another row. Entities only have ids: lists join in SQL, and writes need no object graph. The
 * constraint is composite for tenant tables, which MikroORM's relations cannot express without owning `company_id`.
 */
export function ForeignKey(
  target: () => EntityClass,
  { onDelete = 'restrict', ...options }: { onDelete?: ForeignKeyDefinition['onDelete'] } & PropertyOptions<object> = {},
): PropertyDecorator {
  return (prototype, property) => {
    references.push({
      owner: prototype.constructor as ForeignKeyDefinition['owner'],
      property: String(property),
      target,
      onDelete,
    });
    Property({ type: IdType, ...options })(prototype, String(property));
  };
}

/** A referencing column, by its table and column name. */
export interface ReferencingColumn {
  readonly table: string;
  readonly column: string;
}

/** Every column of any module that references `type`. @param except entities that are left out */
export function columnsReferencing(
  metadata: MetadataStorage,
  type: EntityClass,
  except: readonly EntityClass[] = [],
): ReferencingColumn[] {
  return allForeignKeys
    .filter(({ owner, target }) => target() === type && !except.includes(owner))
    .map(({ owner, property }) => {
      const { tableName, properties } = metadata.get(owner);
      const column = (properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
      if (column === undefined) throw new Error(`${tableName} has no column for ${property}`);
      return { table: tableName, column };
    });
}
