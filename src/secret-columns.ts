import { importDeclarations } from './declarations.js';

await importDeclarations('secrets');

/** Every column that is encrypted with the installation's key. */
export { declaredSecretColumns as secretColumns } from './core/crypto/secret-columns.js';
