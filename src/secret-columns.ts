import { importDeclarations } from './declarations.js';

await importDeclarations('database');
await importDeclarations('entity');

/** Every column that is encrypted with the installation's key. */
export { declaredSecretColumns as secretColumns } from './core/crypto/secret-columns.js';
