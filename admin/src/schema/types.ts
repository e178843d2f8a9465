import type { SocketEventName } from '../providers/socket-events';
import type { Locale } from '../shared/preferences';

export type Widget =
  | 'text'
  | 'multiline'
  | 'email'
  | 'password'
  | 'phone'
  | 'number'
  | 'money'
  | 'date'
  | 'datetime'
  | 'flag'
  | 'choice'
  | 'color'
  | 'reference'
  | 'references'
  | 'secret'
  | 'list';

export interface FieldView {
  name: string;
  label: string;
  widget: Widget;
  required: boolean;
  readOnly: boolean;
  min?: number;
  max?: number;
  default?: unknown;
  help?: string;
  group?: string;
  /** Tab of the form; fields without one are on the first. */
  tab?: string;
  /** Belongs to the form only while another field has one of these values; `required`: a new record needs it then. */
  when?: { field: string; is: (string | number | boolean)[]; required?: boolean };
  options?: { value: string | number | boolean; label: string; offered?: false }[];
  reference?: { resource: string; many: boolean; label: string };
  /** Columns of the repeated group of a 'list' widget. */
  fields?: FieldView[];
  /** Error messages by rule: required, min, max, email, pattern, type. */
  messages: Record<string, string>;
  sortable?: boolean;
}

type SectionName = 'main' | 'ai' | 'sms' | 'management' | 'super';

export interface MenuEntry {
  section: SectionName;
  order: number;
  icon: string;
}

export interface PageView {
  name: string;
  path: string;
  label: string;
  menu: MenuEntry | null;
  locked: boolean;
}

export interface ResourceView {
  name: string;
  path: string;
  /** null: readable, but without a screen for this user. */
  screenPath: string | null;
  label: string;
  singular: string;
  menu: MenuEntry | null;
  locked: boolean;
  live: SocketEventName | null;
  list: {
    columns: FieldView[];
    /** Shown when there are no records. */
    empty: { title: string; message: string };
    search: boolean;
    /** Whether it can be filtered by days. */
    dated: boolean;
    sort: { field: string; order: 'ASC' | 'DESC' };
    filters: FieldView[];
  } | null;
  form: { create: FieldView[]; edit: FieldView[] };
  can: { list: boolean; create: boolean; edit: boolean; delete: boolean };
  deleteQuestion: string;
  /** Messages after saving and deleting. */
  saved: string;
  removed?: string;
}

export interface ResourcesDocument {
  locale: Locale;
  permissions: string[];
  plan: { features: Record<string, boolean> };
  sections: { name: SectionName; label: string }[];
  pages: PageView[];
  resources: ResourceView[];
  /** Paths of screens that exist, but are not for this user. */
  refused: string[];
}
