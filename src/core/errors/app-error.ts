import { type Localized, t } from '../i18n.js';

export interface ErrorDefinition {
  readonly status: number;
  /** Whether existing clients know the code and have their own text for it. */
  readonly wellKnown?: boolean;
  readonly text: Localized;
}

/** Defines an entry for {@link defineErrors}. */
export const errorCode = (status: number, pt: string, en: string, es: string): ErrorDefinition => ({
  status,
  text: t(pt, en, es),
});

/** An {@link errorCode} for which existing clients have their own text. */
export const wellKnownError = (...definition: Parameters<typeof errorCode>): ErrorDefinition => ({
  ...errorCode(...definition),
  wellKnown: true,
});

/** The texts of an invalid form by field, translated or not. */
export type FieldMessages = Readonly<Record<string, string | Localized>>;

export interface AppErrorOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly fields?: FieldMessages;
  /** Replaces the text of the code. */
  readonly text?: Localized;
  /** Further members of the response, for the few routes whose clients expect them. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** An error for the client: a code, an HTTP status and parameters of its text. */
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

/** Every declared code, for contract tests. */
export const errorCatalogue: ReadonlyMap<string, ErrorDefinition> = catalogue;

/**
 * Declares error codes with their status and texts, and returns a factory for each.
 *
 * @example `const errors = defineErrors({ ERR_NO_TAG_FOUND: errorCode(404, '…', '…', '…') });
 * throw errors.ERR_NO_TAG_FOUND();`
 */
export function defineErrors<K extends string>(
  definitions: Readonly<Record<K, ErrorDefinition>>,
): Readonly<Record<K, (options?: AppErrorOptions) => AppError>> {
  const factories = {} as Record<K, (options?: AppErrorOptions) => AppError>;
  for (const code of Object.keys(definitions) as K[]) factories[code] = defineError(code, definitions[code]);
  return factories;
}

export function defineError(code: string, definition: ErrorDefinition): (options?: AppErrorOptions) => AppError {
  if (catalogue.has(code)) throw new Error(`The error ${code} is declared twice`);
  catalogue.set(code, definition);
  return (options) => new AppError(code, definition.status, options?.text ?? definition.text, options);
}
