import type { ClientBase } from 'pg';

export interface SecretCodec {
  encrypt(text: string, context: string): string;
  decrypt(value: string, context: string): string;
  lookupHash(text: string): string;
}

/** A row with its encrypted values, by name. */
export interface EncryptedRow {
  readonly id: number;
  readonly companyId: number;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Columns that are encrypted with the installation's key. Each module declares its own, so that a change or loss of the key
 * covers all. Statements see every company and name only their own tables.
 */
export interface SecretColumns {
  /** Tables that these statements read or change. */
  readonly tables: readonly string[];
  /** Matches the contexts passed to {@link SecretCipher}. */
  readonly contexts: RegExp;
  /** How values are encrypted with a new key; without it they are short-lived and erased instead. */
  readonly reencrypt?: {
    /** Returns {@link EncryptedRow}s. */
    readonly select: string;
    readonly context: (row: EncryptedRow, name: string) => string;
    /** `$1` the id, `$2` JSON with the newly encrypted `values` and the `lookups` of their texts, both by name. */
    readonly update: string;
  };
  /** Removes values that cannot be decrypted any more and leaves consistent rows. */
  readonly erase: (client: ClientBase, sealing: SecretCodec) => Promise<void>;
}

const declared: SecretColumns[] = [];

/** Every declaration whose module is loaded; `src/secret-columns.ts` loads them all. */
export const declaredSecretColumns: readonly SecretColumns[] = declared;

/** Declares secrets that are no column of an entity, in the `*.database.ts` of their module; others are {@link Encrypted}. */
export function defineSecretColumn(columns: SecretColumns): SecretColumns {
  declared.push(columns);
  return columns;
}

/** @throws when no declaration covers the context: a change of the key would leave its values unreadable */
export function assertSecretColumnDeclared(context: string): void {
  if (!declared.some(({ contexts }) => contexts.test(context)))
    throw new Error(`The secret column ${context} is not declared: see defineSecretColumn`);
}
