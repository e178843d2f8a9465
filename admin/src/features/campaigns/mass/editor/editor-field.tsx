import { Box } from '@mui/material';
import { createContext, memo, use } from 'react';
import { FieldInput } from '../../../../schema/inputs';
import type { FieldView } from '../../../../schema/types';

interface EditorForm {
  fields: readonly FieldView[];
  creating: boolean;
}

export const EditorFormContext = createContext<EditorForm>({ fields: [], creating: true });

/** A field as the server describes it. */
export function useField(name: string): FieldView {
  const view = use(EditorFormContext).fields.find((field) => field.name === name);
  if (!view) throw new Error(`Campaigns have no field '${name}'`);
  return view;
}

interface EditorFieldProps {
  name: string;
  /** A line of its own. */
  wide?: boolean;
  /** Marked as such; a draft may lack it. */
  needed?: boolean;
}

/** The generated input of a field of the campaign. Memoised: the body around it renders at each key. */
export const EditorField = memo(function EditorField({ name, wide = false, needed = false }: EditorFieldProps) {
  const { creating } = use(EditorFormContext);
  const field = useField(name);
  const view = needed ? { ...field, label: `${field.label} *` } : field;
  return (
    <Box sx={{ minWidth: 0, gridColumn: wide ? '1 / -1' : undefined }}>
      <FieldInput resource="campaigns" view={view} source={name} creating={creating} />
    </Box>
  );
});
