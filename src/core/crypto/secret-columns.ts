import type { ClientBase } from 'pg';

export interface SecretCodec {
  encrypt(text: string, context: string): string;
  decrypt(value: string, context: string): string;
  lookupHash(text: string): string;
}

/** A row with its encrypted values, by the name of the value. */
export interface EncryptedRow {
  readonly id: number;
  readonly companyId: number;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Columns that are encrypted with the installation's key. Each module declares its own, so that a change or loss of the
 * key covers all of them. The statements see every company, and use only the tables that they declare.
 */
export interface SecretColumns {
  /** The tables that these statements read or change. */
  readonly tables: readonly string[];
  /** Matches the contexts that are passed to {@link SecretCipher}. */
  readonly contexts: RegExp;
  /** How values are encrypted with a new key; without it they are short-lived, and are erased instead. */
  readonly reencrypt?: {
    /** A query that returns {@link EncryptedRow}s. */
    readonly select: string;
    readonly context: (row: EncryptedRow, name: string) => string;
    /** `$1` is the id, `$2` JSON with the newly encrypted `values` and the `lookups` of their texts, both by name. */
    readonly update: string;
  };
  /** Removes values that can no longer be decrypted, and leaves consistent rows. */
  readonly erase: (client: ClientBase, sealing: SecretCodec) => Promise<void>;
}

const declared: SecretColumns[] = [];

/** The declarations of all loaded modules; `src/secret-columns.ts` loads every one. */
export const declaredSecretColumns: readonly SecretColumns[] = declared;

/** Declares secrets that are no {@link Encrypted} column of an entity, in the `*.database.ts` of their module. */
export function defineSecretColumn(columns: SecretColumns): SecretColumns {
  declared.push(columns);
  return columns;
}

/** @throws when no declaration covers the context: a change of the key would make its values unreadable */
export function assertSecretColumnDeclared(context: string): void {
  if (!declared.some(({ contexts }) => contexts.test(context)))
    throw new Error(`The secret column ${context} is not declared: see defineSecretColumn`);
}
