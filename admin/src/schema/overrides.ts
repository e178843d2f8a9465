import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { type SessionUser, useSessionUser } from '../providers/session-user';
import type { FieldProps, InputProps } from './registry';
import type { FieldView, ResourceView } from './types';

interface Rights {
  edit: boolean;
  delete: boolean;
}

/** Stores what a tab has not stored yet. @returns false where it was refused, which the tab shows */
export type StoreDraft = () => Promise<boolean>;

export interface FormTabProps {
  record: RaRecord;
  readOnly: boolean;
  /** Tells what the form has to store before itself, and what it asks about before it is left; null: nothing. */
  onDraft: (store: StoreDraft | null) => void;
}

export interface FormTab {
  /** Key of its text. */
  label: string;
  /** Key of what a new record shows instead. */
  afterSaving: string;
  Content: ComponentType<FormTabProps>;
}

/** Replaces one field, one input or one view of a generated screen; everything else stays generated. */
export interface ResourceOverrides {
  /** Its name in GET /resources. */
  resource: string;
  fields?: Record<string, ComponentType<FieldProps>>;
  inputs?: Record<string, ComponentType<InputProps>>;
  list?: ComponentType<{ view: ResourceView }>;
  /** What this user may do with one record, where that is less than the resource allows. */
  rights?: (record: RaRecord, user: SessionUser) => Rights;
  /** Title of the form of an existing record, where the generated one does not say enough. */
  title?: (record: RaRecord, translate: (key: string) => string) => string;
  /** Further members of the body, for values that no input of the form has. */
  payload?: (values: Record<string, unknown>) => Record<string, unknown>;
  /** Called once the record is stored, for what is sent by another request; what it throws is shown. */
  saved?: (id: RaRecord['id'], values: Record<string, unknown>, record?: RaRecord) => Promise<void>;
  /** Instead of the button that adds a record. */
  add?: ComponentType<{ view: ResourceView }>;
  /** The filter that says whose rows are listed; alone it does not count as a search. */
  scope?: string;
  /** Above the rows: what their colours mean. */
  legend?: ComponentType;
  /** Buttons beside the one that adds a record. */
  tools?: ComponentType<{ view: ResourceView }>;
  /** Beside edit and delete of a row. */
  rowActions?: ComponentType<{ view: ResourceView; record: RaRecord }>;
  /** A hook: the fields that the form has at present. */
  useFields?: (fields: FieldView[]) => FieldView[];
  /** Tabs behind those of the fields; what is changed there is saved by itself. */
  tabs?: readonly FormTab[];
  /** Shown above the fields of a record that is being edited. */
  above?: ComponentType<{ view: ResourceView; record: RaRecord }>;
}

const files = import.meta.glob<ResourceOverrides>('../features/*/*/*.overrides.tsx', {
  eager: true,
  import: 'overrides',
});
const byResource = new Map(Object.values(files).map((overrides) => [overrides.resource, overrides]));

export function overridesOf(resource: string): ResourceOverrides {
  return byResource.get(resource) ?? { resource };
}

/** What this user may do with one record: what the resource allows and its override does not take away. */
export function useRights(view: ResourceView): (record: RaRecord) => Rights {
  const user = useSessionUser();
  const { rights } = overridesOf(view.name);
  return (record) => {
    const own = rights?.(record, user) ?? { edit: true, delete: true };
    return { edit: view.can.edit && own.edit, delete: view.can.delete && own.delete };
  };
}

const asOffered = (fields: FieldView[]): FieldView[] => fields;

/** The fields of a form, less those that its override leaves out at present. */
export function useFormFields(resource: string, offered: FieldView[]): FieldView[] {
  const useFields = overridesOf(resource).useFields ?? asOffered;
  return useFields(offered);
}
