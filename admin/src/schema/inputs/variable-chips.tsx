import { Box, Chip } from '@mui/material';

interface VariableChipsProps {
  label: string;
  /** Each with its name and what is inserted for it. */
  variables: readonly { readonly label: string; readonly text: string }[];
  /** Where the cursor is. */
  area: () => HTMLTextAreaElement | null | undefined;
  onChange: (value: string) => void;
}

/** Chips that insert variables at the cursor of a text. */
export function VariableChips({ label, variables, area: find, onChange }: VariableChipsProps) {
  function insert(text: string) {
    const area = find();
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    onChange(area.value.slice(0, from) + text + area.value.slice(to));
    area.focus();
    requestAnimationFrame(() => area.setSelectionRange(from + text.length, from + text.length));
  }
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, flex: '1 1 auto' }}>
      {variables.map(({ label: name, text }) => (
        <Chip key={text} size="small" variant="outlined" label={`+ ${name}`} onClick={() => insert(text)} />
      ))}
    </Box>
  );
}
