import { type Localized, t } from '../i18n.js';

/** Kinds of acts, by which people look for them. */
export const auditKinds = {
  access: t('Acesso', 'Access', 'Acceso'),
  conversations: t('Conversas', 'Conversations', 'Conversaciones'),
  contacts: t('Contatos', 'Contacts', 'Contactos'),
  team: t('Equipe e departamentos', 'Team and departments', 'Equipo y departamentos'),
  connections: t('Conexões', 'Connections', 'Conexiones'),
  settings: t('Configurações e cadastros', 'Settings and records', 'Configuraciones y registros'),
  exports: t('Exportações e dados pessoais', 'Exports and personal data', 'Exportaciones y datos personales'),
  platform: t('Plataforma', 'Platform', 'Plataforma'),
} as const;
export type AuditKind = keyof typeof auditKinds;
export const isAuditKind = (kind: string): kind is AuditKind => Object.hasOwn(auditKinds, kind);

export interface AuditAction {
  readonly kind: AuditKind;
  /** What was done, as in 'Excluiu conversa'; `{{name}}` is that member of the entry's data. */
  readonly text: Localized;
}

const acts = new Map<string, AuditAction>();
/** Every act that the audit log may hold, by its name. */
export const allAuditActions: ReadonlyMap<string, AuditAction> = acts;

/**
 * Puts acts into words; {@link Audit.record} takes no others.
 * @example `defineActs('conversations', { 'ticket.deleted': t('Excluiu conversa', 'Deleted a conversation', 'Eliminó conversación') })`
 * @throws when an act is declared twice
 */
export function defineAuditActions(kind: AuditKind, texts: Readonly<Record<string, Localized>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (acts.has(name)) throw new Error(`The act ${name} is declared twice`);
    acts.set(name, { kind, text });
  }
}
