import { importDeclarations } from '../../declarations.js';

await importDeclarations('invariants.queries');

export { checkInvariants, type Violation } from '../../core/database/invariants.js';
