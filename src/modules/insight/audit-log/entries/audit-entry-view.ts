import { allAuditActions } from '../../../../core/audit/audit-actions.js';
import { interpolate, type Locale, type Localized, t } from '../../../../core/i18n.js';
import { allResources } from '../../../../core/resource/define-resource.js';
import { type FieldMeta, fieldsOf } from '../../../../core/resource/field-meta.js';
import { settingFields } from '../../../people/settings/settings.dto.js';

/** The current name of each subject, by its key (`user:3`). */
export type SubjectNames = ReadonlyMap<string, string>;

/** An entry as it is stored. */
export interface StoredEntry {
  readonly id: number;
  readonly createdAt: string;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly kind: string;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly companyId: number;
}

/** An entry in readable form. */
export interface AuditEntryView {
  readonly id: number;
  readonly createdAt: string;
  /** null if neither a user nor a program made the entry; a program has no id. */
  readonly user: { readonly id: number | null; readonly name: string } | null;
  readonly address: string | null;
  readonly action: string;
  readonly kind: string;
  readonly text: string;
  /** What was changed or filtered; null if the text says everything. */
  readonly detail: string | null;
  readonly subject: { readonly key: string; readonly name: string } | null;
  readonly companyId: number;
}

const conversation = t('Conversa {{name}}', 'Conversation {{name}}', 'Conversación {{name}}');
const rows = t('{{rows}} linhas', '{{rows}} rows', '{{rows}} filas');
const oneRow = t('1 linha', '1 row', '1 fila');
const interrupted = t('interrompida', 'broken off', 'interrumpida');
const newValueText = t('novo valor', 'new value', 'nuevo valor');
const removedText = t('removido', 'removed', 'eliminado');
const empty = t('vazio', 'empty', 'vacío');
const yes = t('Sim', 'Yes', 'Sí');
const no = t('Não', 'No', 'No');
const filters = {
  status: t('status', 'status', 'estado'),
  showAll: t('todas', 'all', 'todas'),
  queueIds: t('departamentos', 'departments', 'departamentos'),
  tags: t('tags', 'tags', 'etiquetas'),
  users: t('atendentes', 'attendants', 'agentes'),
  connections: t('conexões', 'connections', 'conexiones'),
  rating: t('avaliação', 'rating', 'calificación'),
  withoutAttendant: t('sem atendente', 'without an attendant', 'sin agente'),
  unaccepted: t('sem aceite', 'not accepted', 'sin aceptación'),
  withoutQueue: t('sem departamento', 'without a department', 'sin departamento'),
  date: t('dia', 'day', 'día'),
  dateStart: t('desde', 'from', 'desde'),
  dateEnd: t('até', 'until', 'hasta'),
  updatedAt: t('alteradas em', 'changed on', 'modificadas el'),
  search: t('com pesquisa', 'with a search', 'con búsqueda'),
};

const statuses: Readonly<Record<string, Localized>> = {
  pending: t('pendentes', 'waiting', 'pendientes'),
  open: t('abertas', 'open', 'abiertas'),
  closed: t('resolvidas', 'resolved', 'resueltas'),
};

/** Converts an entry to text; an unknown action shows its name. */
export function toAuditEntryView(entry: StoredEntry, names: SubjectNames, locale: Locale): AuditEntryView {
  const { id, createdAt, userId, userName, address, action, kind, subject, companyId } = entry;
  const data = entry.data ?? {};
  return {
    id,
    createdAt,
    user: byWhom(userId, userName, names),
    address,
    action,
    kind,
    text: interpolate(allAuditActions.get(action)?.text[locale] ?? action, data),
    detail: detailOf(action, data, locale),
    subject: subject === null ? null : { key: subject, name: nameOf(subject, data, names, locale) },
    companyId,
  };
}

function nameOf(subject: string, data: Readonly<Record<string, unknown>>, names: SubjectNames, locale: Locale): string {
  const [noun, id] = subject.split(':');
  const name = names.get(subject) ?? textOf(data['name']) ?? textOf(data['code']);
  if (noun === 'ticket') return interpolate(conversation[locale], { name: `#${name ?? id}` });
  return name ?? `#${id}`;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function detailOf(action: string, data: Readonly<Record<string, unknown>>, locale: Locale): string | null {
  const parts = [
    ...(action === 'setting.changed' ? [settingChange(data, locale)] : []),
    ...(Array.isArray(data['changed']) ? fieldChanges(action, data, locale) : []),
    ...filterParts(data['filter'], locale),
    ...(typeof data['rows'] === 'number' ? [rowsOf(data['rows'], locale)] : []),
    ...(data['complete'] === false ? [interrupted[locale]] : []),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

const rowsOf = (count: number, locale: Locale): string =>
  count === 1 ? oneRow[locale] : interpolate(rows[locale], { rows: count.toLocaleString('pt-BR') });

function settingChange({ key, from, to, removed }: Readonly<Record<string, unknown>>, locale: Locale): string {
  const field = settingFields.get(String(key));
  const label = field?.label[locale] ?? String(key);
  if (typeof to !== 'string') return `${label}: ${(removed === true ? removedText : newValueText)[locale]}`;
  return `${label}: ${labelOf(field, from, locale)} → ${labelOf(field, to, locale)}`;
}

function fieldChanges(action: string, data: Readonly<Record<string, unknown>>, locale: Locale): string[] {
  const noun = action.split('.')[0];
  const resource = [...allResources.values()].find(({ audit }) => audit?.noun === noun);
  const fields = resource ? fieldsOf(resource.input) : [];
  const values = (data['values'] ?? {}) as Readonly<Record<string, readonly [unknown, unknown]>>;
  return (data['changed'] as unknown[]).map((name) => {
    const field = fields.find((each) => each.name === name);
    const label = field?.label[locale] ?? String(name);
    const pair = values[String(name)];
    return pair ? `${label}: ${labelOf(field, pair[0], locale)} → ${labelOf(field, pair[1], locale)}` : label;
  });
}

function labelOf(field: FieldMeta | undefined, value: unknown, locale: Locale): string {
  const choice = field?.options?.find((option) => option.value === value);
  if (choice) return choice.label[locale];
  return field?.widget === 'flag' ? (value ? yes : no)[locale] : textOf(value) || empty[locale];
}

function filterParts(filter: unknown, locale: Locale): string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  const given = new Map(Object.entries(filter));
  return Object.entries(filters).flatMap(([name, { [locale]: label }]) => {
    const value: unknown = given.get(name);
    if (value === undefined) return [];
    return value === true || value === 'true' ? label : `${label}: ${filterValue(String(value), locale)}`;
  });
}

/** A list of ids is shown as their number. */
function filterValue(value: string, locale: Locale): string {
  if (value.startsWith('[')) return String(value.match(/\d+/g)?.length ?? 0);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value.split('-').reverse().join('/');
  return statuses[value]?.[locale] ?? value;
}

/** A program has a name but no user id. */
function byWhom(id: number | null, name: string | null, names: SubjectNames): AuditEntryView['user'] {
  if (id === null) return name === null ? null : { id, name };
  return { id, name: name ?? names.get(`user:${id}`) ?? `#${id}` };
}
