import { type Localized, t } from '../i18n.js';

export interface AuditKind {
  readonly name: string;
  readonly label: Localized;
  /** The position in the list of kinds. */
  readonly order: number;
}

const kinds = new Map<string, AuditKind>();
/** The kinds of actions, by which the audit log can be filtered. */
export const auditKinds = (): AuditKind[] => [...kinds.values()].toSorted((a, b) => a.order - b.order);

/** Declares a kind of actions. @throws when it is declared twice */
export function defineAuditKind(name: string, order: number, label: Localized): void {
  if (kinds.has(name)) throw new Error(`The audit kind ${name} is declared twice`);
  kinds.set(name, { name, label, order });
}

defineAuditKind(
  'exports',
  70,
  t('Exportações e dados pessoais', 'Exports and personal data', 'Exportaciones y datos personales'),
);
defineAuditKind('platform', 80, t('Plataforma', 'Platform', 'Plataforma'));

export interface AuditAction {
  readonly kind: string;
  /** What was done, for example 'Excluiu etiqueta'; `{{name}}` is replaced by the entry's data of that name. */
  readonly text: Localized;
}

const actions = new Map<string, AuditAction>();
/** Every action that the audit log may contain, by its name. */
export const allAuditActions: ReadonlyMap<string, AuditAction> = actions;

/**
 * Declares actions with their texts; {@link Audit.record} accepts no others.
 * @param kind one that a module declares by {@link defineAuditKind}; checked at boot.
 * @example `defineAuditActions('team', { 'tag.deleted': t('Excluiu etiqueta', 'Deleted a tag', 'Eliminó etiqueta') })`
 * @throws when an action is declared twice
 */
export function defineAuditActions(kind: string, texts: Readonly<Record<string, Localized>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (actions.has(name)) throw new Error(`The audit action ${name} is declared twice`);
    actions.set(name, { kind, text });
  }
}

/** @throws when an action has an undeclared kind */
export function assertAuditKindsDeclared(): void {
  for (const [name, { kind }] of actions)
    if (!kinds.has(kind)) throw new Error(`The audit action ${name} has an undeclared kind: ${kind}`);
}

const subjects = new Map<string, string>();
/** An entry whose data has this member is about that record, whatever its action. */
export function defineAuditSubject(member: string, noun: string): void {
  subjects.set(member, noun);
}

/** The key `noun:id`, by which all entries about one record are found. */
export function subjectOf(
  action: string,
  subjectId: number | null,
  data: Record<string, unknown> | null,
): string | null {
  for (const [member, noun] of subjects) if (typeof data?.[member] === 'number') return `${noun}:${data[member]}`;
  return subjectId === null ? null : `${action.split('.')[0]}:${subjectId}`;
}
