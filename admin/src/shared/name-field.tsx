import { Autocomplete, TextField } from '@mui/material';

export interface Named {
  id: number;
  name: string;
}

/** One that was chosen, the name of a new one, or none. */
export type NameChoice = Named | string | null;

interface NameFieldProps {
  label: string;
  help: string;
  error?: string | undefined;
  options: Named[];
  value: NameChoice;
  onChange: (value: NameChoice) => void;
}

/** A record that is there, or the name of a new one. */
export function NameField({ label, help, error, options, value, onChange }: NameFieldProps) {
  return (
    <Autocomplete<Named, false, false, true>
      freeSolo
      autoSelect
      options={options}
      value={value}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      onChange={(_, chosen) => onChange(chosen)}
      renderInput={(params) => (
        <TextField {...params} label={label} helperText={error ?? help} error={error !== undefined} autoFocus />
      )}
    />
  );
}

/** The id of the choice; a name that is none of the options is made one. null: nothing was chosen. */
export async function idOf(
  choice: NameChoice,
  options: readonly Named[],
  make: (name: string) => Promise<Named>,
): Promise<number | null> {
  if (typeof choice !== 'string') return choice?.id ?? null;
  const name = choice.trim();
  if (name === '') return null;
  const known = options.find((option) => option.name.toLowerCase() === name.toLowerCase());
  return (known ?? (await make(name))).id;
}
