import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { type SessionUser, useSessionUser } from '../providers/session-user';
import type { FieldProps, InputProps } from './registry';
import type { FieldView, ResourceView } from './types';

interface Rights {
  edit: boolean;
  delete: boolean;
}

/** Saves the unsaved changes of a tab. @returns false if they were refused, which the tab shows */
export type StoreDraft = () => Promise<boolean>;

export interface FormTabProps {
  record: RaRecord;
  readOnly: boolean;
  /** Registers what the form saves before itself and asks about before closing; null if nothing is unsaved. */
  onDraft: (store: StoreDraft | null) => void;
}

export interface FormTab {
  /** The key of the tab's text. */
  label: string;
  /** The key of the text that a new record shows instead of the content. */
  afterSaving: string;
  Content: ComponentType<FormTabProps>;
}

/** Replaces one field, one input or one view of a generated screen; everything else stays generated. */
export interface ResourceOverrides {
  /** The name of the resource in GET /resources. */
  resource: string;
  fields?: Record<string, ComponentType<FieldProps>>;
  inputs?: Record<string, ComponentType<InputProps>>;
  list?: ComponentType<{ view: ResourceView }>;
  /** The user's rights to a single record, where they are fewer than the resource allows. */
  rights?: (record: RaRecord, user: SessionUser) => Rights;
  /** The title of the form of an existing record, where the generated one is not enough. */
  title?: (record: RaRecord, translate: (key: string) => string) => string;
  /** Additional members of the request body, for values without an input. */
  payload?: (values: Record<string, unknown>) => Record<string, unknown>;
  /** Called after the record is saved, for data that another request sends; an error that it throws is shown. */
  saved?: (id: RaRecord['id'], values: Record<string, unknown>, record?: RaRecord) => Promise<void>;
  /** The address that a new record leads to, instead of the list. */
  opens?: (record: RaRecord) => string;
  /** Replaces the button that adds a record. */
  add?: ComponentType<{ view: ResourceView }>;
  /** The filter that selects whose rows are listed; it alone does not count as a search. */
  scope?: string;
  /** Shown above the rows, to explain their colours. */
  legend?: ComponentType;
  /** Buttons beside the one that adds a record. */
  tools?: ComponentType<{ view: ResourceView }>;
  /** Buttons beside edit and delete of a row. */
  rowActions?: ComponentType<{ view: ResourceView; record: RaRecord }>;
  /** A hook that returns the fields which the form has at present. */
  useFields?: (fields: FieldView[]) => FieldView[];
  /** Tabs after those of the fields; their changes are saved separately. */
  tabs?: readonly FormTab[];
  /** Shown above the fields when an existing record is edited. */
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

/** The user's rights to a single record: those of the resource, restricted by its override. */
export function useRights(view: ResourceView): (record: RaRecord) => Rights {
  const user = useSessionUser();
  const { rights } = overridesOf(view.name);
  return (record) => {
    const own = rights?.(record, user) ?? { edit: true, delete: true };
    return { edit: view.can.edit && own.edit, delete: view.can.delete && own.delete };
  };
}

const asOffered = (fields: FieldView[]): FieldView[] => fields;

/** The fields of a form, without those that its override omits at present. */
export function useFormFields(resource: string, offered: FieldView[]): FieldView[] {
  const useFields = overridesOf(resource).useFields ?? asOffered;
  return useFields(offered);
}
