import type { ClientBase } from 'pg';

/** What a {@link SecretColumns} may do with a key. */
export interface SecretCodec {
  encrypt(text: string, place: string): string;
  decrypt(value: string, place: string): string;
  lookupHash(text: string): string;
}

/** A row with sealed values, by the names under which they belong to it. */
export interface EncryptedRow {
  readonly id: number;
  readonly companyId: number;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Where values are kept that only the installation's key opens. Each module declares its own, because whoever changes
 * the key, or has lost it, must not forget one. Statements see every company and name only their own tables.
 */
export interface SecretColumns {
  /** Tables whose rows are read or changed here. */
  readonly tables: readonly string[];
  /** The places, as they are handed to the sealer. */
  readonly contexts: RegExp;
  /** How values get a new key; without it they are of minutes and are forgotten instead. */
  readonly reencrypt?: {
    /** Answers {@link EncryptedRow}s. */
    readonly select: string;
    readonly place: (row: EncryptedRow, name: string) => string;
    /** `$1` the id, `$2` JSON with the newly sealed `values` and the `lookups` of their texts, both by name. */
    readonly update: string;
  };
  /** Leaves the rows in order, without values that nobody can open. */
  readonly erase: (client: ClientBase, sealing: SecretCodec) => Promise<void>;
}

const declared: SecretColumns[] = [];

/** Every declaration whose module is loaded; `src/sealed-places.ts` loads them all. */
export const declaredSecretColumns: readonly SecretColumns[] = declared;

/** Declares sealed values; once, beside the code that seals them. */
export function defineSecretColumn(places: SecretColumns): SecretColumns {
  declared.push(places);
  return places;
}

/** @throws when nobody declared the place: a change of the key would leave its values unreadable. */
export function assertSecretColumnDeclared(place: string): void {
  if (!declared.some(({ contexts: places }) => places.test(place)))
    throw new Error(`The sealed place ${place} is not declared: see defineSealed`);
}
