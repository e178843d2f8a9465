import type { MetadataStorage, PropertyOptions } from '@mikro-orm/core';
import { Property } from '@mikro-orm/decorators/legacy';
import { IdType } from './database-types.js';

/** A foreign key that the database holds: `(company_id, x_id)` between tenant tables, the bare id otherwise. */
export interface ForeignKeyDefinition {
  readonly owner: abstract new () => object;
  readonly property: string;
  readonly target: () => abstract new () => object;
  readonly onDelete: 'restrict' | 'cascade';
}

const references: ForeignKeyDefinition[] = [];

/** Every reference of every entity, for migrations and the test that compares them with the database. */
export const allForeignKeys: readonly ForeignKeyDefinition[] = references;

/**
 * A column that holds the id of another row. Entities keep plain ids (lists join in SQL, writes need no object graph);
 * the constraint itself is composite for tenant tables, which MikroORM's relations cannot express without taking
 * `company_id` over, so that it is declared here and made by the migration generator.
 */
export function ForeignKey(
  target: () => abstract new () => object,
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

/** A column by which rows of a table point to another one, as the database calls them. */
export interface ReferencingColumn {
  readonly table: string;
  readonly column: string;
}

/** Every column that points to rows of `type`, whichever module declared it; for what follows a row wherever it goes. */
export function columnsReferencing(metadata: MetadataStorage, type: abstract new () => object): ReferencingColumn[] {
  return allForeignKeys
    .filter(({ target }) => target() === type)
    .map(({ owner, property }) => {
      const { tableName, properties } = metadata.get(owner);
      const column = (properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
      if (column === undefined) throw new Error(`${tableName} has no column for ${property}`);
      return { table: tableName, column };
    });
}
