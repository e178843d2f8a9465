import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Typography from '@mui/material/Typography';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  NumberInput,
  PasswordInput,
  ReferenceArrayInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { isCommonPassword } from '../shared/common-passwords';
import { formatDecimal } from '../shared/format';
import { ColorInput } from './inputs/color-input';
import { DateInput } from './inputs/date-input';
import { inputProps } from './inputs/input-props';
import { overridesOf } from './overrides';
import { type InputProps, pick, type Registry } from './registry';
import { useReferencePath } from './resources';

const PlainText = (props: InputProps) => <TextInput {...inputProps(props)} />;
const Multiline = (props: InputProps) => <TextInput {...inputProps(props)} multiline minRows={3} maxRows={12} />;
const Email = (props: InputProps) => <TextInput {...inputProps(props)} type="email" />;
const Phone = (props: InputProps) => <TextInput {...inputProps(props)} type="tel" />;
const Numeric = (props: InputProps) => <NumberInput {...inputProps(props)} />;

/** Typed digits fill up from the cents. */
function Money(props: InputProps) {
  return (
    <TextInput
      {...inputProps(props)}
      format={(value: unknown) => ((value ?? '') === '' ? '' : formatDecimal(Number(value)))}
      parse={(text: string) => (/\d/.test(text) ? Number(text.replace(/\D/g, '')) / 100 : null)}
      inputMode="numeric"
      slotProps={{ input: { startAdornment: <InputAdornment position="start">R$</InputAdornment> } }}
    />
  );
}

const Flag = (props: InputProps) => <BooleanInput {...inputProps(props)} />;

function Password(props: InputProps) {
  const translate = useTranslate();
  const placeholder = props.creating ? undefined : translate('app.form.password_kept');
  const typed: unknown = useWatch({ name: props.source });
  const warning = typeof typed === 'string' && isCommonPassword(typed) ? 'app.form.common_password' : undefined;
  const common = inputProps(props);
  return (
    <PasswordInput
      {...common}
      helperText={warning ?? common.helperText}
      autoComplete="new-password"
      placeholder={placeholder}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** Write-only: the record has at most `<name>Set`, whether a value is stored; what is typed replaces it. */
function Secret(props: InputProps) {
  const translate = useTranslate();
  const isSet: unknown = useWatch({ name: `${props.source}Set` });
  const stored = translate(isSet === true ? 'app.form.secret_set' : 'app.form.password_kept');
  return (
    <PasswordInput
      {...inputProps(props)}
      autoComplete="off"
      placeholder={props.creating || isSet === false ? undefined : stored}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function Choice(props: InputProps) {
  const offered = props.view.options?.filter((option) => option.offered !== false) ?? [];
  const choices = offered.map(({ value, label }) => ({ id: value, name: label }));
  return (
    <SelectInput
      {...inputProps(props)}
      choices={choices}
      translateChoice={false}
      emptyText={props.view.required ? undefined : 'app.form.none'}
    />
  );
}

function useReferenceProps({ view, source }: InputProps) {
  const label = view.reference?.label ?? 'name';
  return { source, reference: useReferencePath(view), sort: { field: label, order: 'ASC' as const }, perPage: 50 };
}

function One(props: InputProps) {
  const reference = useReferenceProps(props);
  return (
    <ReferenceInput {...reference}>
      <AutocompleteInput {...inputProps(props)} optionText={reference.sort.field} />
    </ReferenceInput>
  );
}

function Many(props: InputProps) {
  const reference = useReferenceProps(props);
  return (
    <ReferenceArrayInput {...reference}>
      <AutocompleteArrayInput {...inputProps(props)} optionText={reference.sort.field} />
    </ReferenceArrayInput>
  );
}

/** A repeated group of a few columns, such as the extra information of a contact. */
function Rows({ view, source, creating }: InputProps) {
  const translate = useTranslate();
  const { fields: rows, append, remove } = useFieldArray({ name: source });
  const { errors } = useFormState({ name: source, exact: true });
  const message = errors[source]?.message;
  const columns = view.fields ?? [];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1.25 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.25, color: 'text.secondary' }}>
        {view.label}
      </Typography>
      {rows.map((row, index) => (
        <Box key={row.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr', sm: `repeat(${Math.min(columns.length, 3)}, minmax(0, 1fr))` },
            }}
          >
            {columns.map((column) => {
              const Input = pick(inputs, column);
              const name = `${source}.${index}.${column.name}`;
              return <Input key={column.name} view={column} source={name} creating={creating} />;
            })}
          </Box>
          {!view.readOnly && (
            <IconButton
              size="small"
              sx={{ mt: 0.5 }}
              aria-label={translate('app.form.remove_row', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <Close fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {typeof message === 'string' && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          {message}
        </Typography>
      )}
      {!view.readOnly && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<Add />}
          sx={{ justifySelf: 'start' }}
          onClick={() => append(Object.fromEntries(columns.map(({ name, default: value }) => [name, value ?? ''])))}
        >
          {translate('app.form.add_row')}
        </Button>
      )}
    </Box>
  );
}

export const inputs: Registry<InputProps> = {
  text: PlainText,
  multiline: Multiline,
  email: Email,
  password: Password,
  phone: Phone,
  number: Numeric,
  money: Money,
  date: DateInput,
  datetime: DateInput,
  flag: Flag,
  choice: Choice,
  color: ColorInput,
  reference: One,
  references: Many,
  secret: Secret,
  list: Rows,
};

/** The input of a field: the resource's override, else the one of its widget. */
export function FieldInput({ resource, ...props }: InputProps & { resource: string }) {
  const Component = overridesOf(resource).inputs?.[props.view.name] ?? pick(inputs, props.view);
  return <Component {...props} />;
}
