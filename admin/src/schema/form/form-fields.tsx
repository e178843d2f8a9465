import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FieldInput } from '../inputs';
import type { FieldView, ResourceView, Widget } from '../types';

const wide: readonly Widget[] = ['multiline', 'list', 'references', 'tags', 'image'];

function grouped(fields: FieldView[]): Map<string, FieldView[]> {
  const groups = new Map<string, FieldView[]>();
  for (const field of fields) groups.set(field.group ?? '', [...(groups.get(field.group ?? '') ?? []), field]);
  return groups;
}

interface FormFieldsProps {
  view: ResourceView;
  fields: FieldView[];
  creating: boolean;
}

/** The inputs of a form in their groups, two to a line where there is room. */
export function FormFields({ view, fields, creating }: FormFieldsProps) {
  return [...grouped(fields)].map(([group, members]) => (
    <Box key={group} sx={{ pt: 1, pb: 1.5 }}>
      {group && (
        <Typography variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 1.5 }}>
          {group}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        {members.map((field) => (
          <Box
            key={field.name}
            data-field={field.name}
            sx={{ minWidth: 0, gridColumn: wide.includes(field.widget) || field.multiline ? '1 / -1' : undefined }}
          >
            <FieldInput resource={view.name} view={field} source={field.name} creating={creating} />
          </Box>
        ))}
      </Box>
    </Box>
  ));
}
