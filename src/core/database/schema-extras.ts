import type { MikroORM } from '@mikro-orm/postgresql';
import { allForeignKeys } from './foreign-keys.js';
import { declaredSchemaExtras, type SchemaExtra } from './schema-extra.js';
import './search-functions.js';
import { TenantEntity } from './tenant.entity.js';

/** Every extra: the declared references as foreign keys, then what core and the modules declare. */
export function schemaExtras(orm: MikroORM): SchemaExtra[] {
  const metadata = orm.getMetadata();
  const foreignKeys = allForeignKeys.map(({ owner, property, target, onDelete }): SchemaExtra => {
    const from = metadata.get(owner);
    const to = metadata.get(target());
    const column = (from.properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
    const tenant = target().prototype instanceof TenantEntity;
    const [local, remote] = tenant ? [`"company_id", "${column}"`, '"company_id", "id"'] : [`"${column}"`, '"id"'];
    const name = `${from.tableName}_${column}_fk`;
    return {
      name,
      table: from.tableName,
      kind: 'foreign key',
      sql: `alter table "${from.tableName}" add constraint "${name}" foreign key (${local}) references "${to.tableName}" (${remote}) on delete ${onDelete}`,
    };
  });
  return [...foreignKeys, ...declaredSchemaExtras];
}
