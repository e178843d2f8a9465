import { BaseEntity } from './core/database/base.entity.js';
import { TenantEntity } from './core/database/tenant.entity.js';
import { importDeclarations } from './declarations.js';

const abstract: readonly unknown[] = [BaseEntity, TenantEntity];
const isEntity = (value: unknown): value is new () => BaseEntity =>
  typeof value === 'function' && value.prototype instanceof BaseEntity && !abstract.includes(value);

await importDeclarations('database');

/** The entities of all tables. */
export const entities = (await importDeclarations('entity')).flatMap((file) => Object.values(file)).filter(isEntity);
