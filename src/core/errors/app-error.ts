import type { Localized } from '../i18n.js';

export interface ErrorDefinition {
  readonly status: number;
  /** The code is in the catalogue of spec 000 §8: existing clients have a text of their own for it. */
  readonly wellKnown?: boolean;
  readonly text: Localized;
}

/** Texts per field of a refused form, already in the caller's language or still to be translated. */
export type FieldMessages = Readonly<Record<string, string | Localized>>;

export interface AppErrorOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly fields?: FieldMessages;
  /** Overrides the text of the catalogue where the spec gives a sentence of its own for one place. */
  readonly text?: Localized;
  /** Further members of the answer, for the few calls whose body the spec fixes (behaviour.md §4). */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A refusal the caller can understand: a catalogue code, an HTTP status and parameters for its text. */
export class AppError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly text: Localized,
    readonly options: AppErrorOptions = {},
  ) {
    super(code);
    this.name = 'AppError';
  }
}

const catalogue = new Map<string, ErrorDefinition>();

/** Every code that any module declared; contract tests read it. */
export const errorCatalogue: ReadonlyMap<string, ErrorDefinition> = catalogue;

/**
 * Declares error codes with their status and texts and answers one factory per code.
 *
 * @example `const errors = defineErrors({ ERR_NO_TAG_FOUND: { status: 404, text: t('…', '…', '…') } });
 * throw errors.ERR_NO_TAG_FOUND();`
 */
export function defineErrors<K extends string>(
  definitions: Readonly<Record<K, ErrorDefinition>>,
): Readonly<Record<K, (options?: AppErrorOptions) => AppError>> {
  const factories = {} as Record<K, (options?: AppErrorOptions) => AppError>;
  for (const code of Object.keys(definitions) as K[]) {
    const definition = definitions[code];
    if (catalogue.has(code)) throw new Error(`The error ${code} is declared twice`);
    catalogue.set(code, definition);
    factories[code] = (options) => new AppError(code, definition.status, options?.text ?? definition.text, options);
  }
  return factories;
}
