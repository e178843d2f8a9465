import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import { Box, Button, IconButton, InputAdornment, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  InputHelperText,
  PasswordInput,
  ReferenceArrayInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useInput,
  useTranslate,
} from 'react-admin';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { isCommonPassword } from '../shared/common-passwords';
import { DateField } from '../shared/date-field/date-field';
import { formatDecimal } from '../shared/format';
import { PhoneField } from '../shared/phone-field';
import { formatStored } from '../shared/phone-typing';
import { ColorInput } from './inputs/color-input';
import { inputProps } from './inputs/input-props';
import { VariableText } from './inputs/variable-text';
import { overridesOf } from './overrides';
import { type InputProps, isOn, pick, type Registry } from './registry';

/** A date, or with the widget `datetime` a date with its time. */
function DateInput(props: InputProps) {
  const { view } = props;
  const invalid = useRef(false);
  const { validate, ...shared } = inputProps(props);
  const { field, fieldState, isRequired } = useInput({
    ...shared,
    defaultValue: null,
    validate: [...validate, () => (invalid.current ? view.messages.type : undefined)],
  });
  return (
    <DateField
      name={field.name}
      label={view.label}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(value) => field.onChange(value === '' ? null : value)}
      onInvalid={(value) => {
        invalid.current = value;
      }}
      time={view.widget === 'datetime'}
      required={isRequired}
      disabled={view.readOnly}
      error={fieldState.invalid}
      helperText={<InputHelperText error={fieldState.error?.message} helperText={view.help ?? false} />}
    />
  );
}

const PlainText = (props: InputProps) => <TextInput {...inputProps(props)} />;

/** A text of several lines; if it may contain variables, with chips and a preview. */
export function Multiline(props: InputProps) {
  const { source, view } = props;
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: source });
  const input = <TextInput {...inputProps(props)} multiline minRows={3} maxRows={12} />;
  if (!view.variables) return input;
  return (
    <VariableText
      value={typeof value === 'string' ? value : ''}
      variables={view.variables}
      readOnly={view.readOnly}
      onChange={(text) => setValue(source, text, { shouldDirty: true, shouldValidate: true })}
    >
      {input}
    </VariableText>
  );
}
const Email = (props: InputProps) => <TextInput {...inputProps(props)} type="email" />;

/** A phone number; one that is stored as `number` begins with its country code. */
function Phone(props: InputProps) {
  const { source, view } = props;
  const { label, readOnly, helperText, ...shared } = inputProps(props);
  const { id, field, fieldState, isRequired } = useInput({ ...shared, source, defaultValue: '' });
  const value = String(field.value ?? '');
  const isStored = view.name === 'number' && !fieldState.isDirty;
  return (
    <PhoneField
      id={id}
      name={field.name}
      label={label}
      value={isStored ? formatStored(value) : value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      required={isRequired}
      disabled={readOnly}
      error={fieldState.invalid}
      helperText={<InputHelperText error={fieldState.error?.message} helperText={helperText} />}
      fullWidth
    />
  );
}

/** Whole numbers from 0; only digits can be typed. */
const Numeric = (props: InputProps) => (
  <TextInput
    {...inputProps(props)}
    parse={(text: string) => digits(text, Number)}
    slotProps={{ htmlInput: { inputMode: 'numeric' } }}
  />
);
const digits = (text: string, parse: (digits: string) => number) =>
  /\d/.test(text) ? parse(text.replace(/\D/g, '')) : null;

/** An amount of money; typed digits fill up from the cents. */
function Money(props: InputProps) {
  return (
    <TextInput
      {...inputProps(props)}
      format={(value: unknown) => ((value ?? '') === '' ? '' : formatDecimal(Number(value)))}
      parse={(text: string) => digits(text, (cents) => Number(cents) / 100)}
      slotProps={{
        htmlInput: { inputMode: 'numeric' },
        input: { startAdornment: <InputAdornment position="start">R$</InputAdornment> },
      }}
    />
  );
}

function Flag(props: InputProps) {
  const { view } = props;
  const help = useId();
  return (
    <BooleanInput
      {...inputProps(props)}
      format={(value: unknown) => isOn(view, value)}
      parse={(on: boolean) => view.options?.[on ? 0 : 1]?.value ?? on}
      helperText={view.help ? <span id={help}>{view.help}</span> : false}
      slotProps={{ input: { 'aria-describedby': view.help && help } }}
    />
  );
}

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

/** Write-only: the record only has `<name>Set`, whether a value is stored; typed text replaces that value. */
function Secret(props: InputProps) {
  const translate = useTranslate();
  const isSet: unknown = useWatch({ name: `${props.source}Set` });
  const known = isSet === false ? 'app.form.secret_unset' : 'app.form.secret_set';
  return (
    <PasswordInput
      {...inputProps(props)}
      autoComplete="off"
      placeholder={
        props.creating ? undefined : translate(typeof isSet === 'boolean' ? known : 'app.form.password_kept')
      }
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

/** A choice of several values, as checkboxes. */
function Choices(props: InputProps) {
  const choices = props.view.options?.map(({ value, label }) => ({ id: value, name: label })) ?? [];
  return (
    <CheckboxGroupInput
      {...inputProps(props)}
      choices={choices}
      translateChoice={false}
      sx={{
        '& .MuiFormGroup-root': {
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        },
        '& .MuiFormControlLabel-root': { m: 0 },
      }}
    />
  );
}

function referenceProps({ view, source }: InputProps) {
  const { resource = '', label = 'name' } = view.reference ?? {};
  return { source, reference: resource, sort: { field: label, order: 'ASC' as const }, perPage: 50 };
}

function One(props: InputProps) {
  const reference = referenceProps(props);
  return (
    <ReferenceInput {...reference}>
      <AutocompleteInput
        {...inputProps(props)}
        optionText={reference.sort.field}
        noOptionsText="app.list.not_found"
        // otherwise the list would open over a form that begins with this input
        openOnFocus={false}
      />
    </ReferenceInput>
  );
}

function Many(props: InputProps) {
  const reference = referenceProps(props);
  return (
    <ReferenceArrayInput {...reference}>
      <AutocompleteArrayInput {...inputProps(props)} optionText={reference.sort.field} />
    </ReferenceArrayInput>
  );
}

/** A repeatable group of a few columns, such as the extra info of a contact. */
function Rows({ view, source, creating }: InputProps) {
  const translate = useTranslate();
  const { fields: rows, append, remove } = useFieldArray({ name: source });
  const { clearErrors } = useFormContext();
  const { errors } = useFormState({ name: source, exact: true });
  const message = errors[source]?.message;
  const value: unknown = useWatch({ name: source });
  // no input has this name, so a server error for it would stay and block the form
  const clear = useEffectEvent(() => clearErrors(source));
  useEffect(() => {
    if (value) clear();
  }, [value]);
  const columns = view.fields ?? [];
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1.25 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.25, color: 'text.secondary' }}>
        {view.label}
      </Typography>
      {view.help && (
        <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1 }}>
          {view.help}
        </Typography>
      )}
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
  choices: Choices,
  color: ColorInput,
  reference: One,
  references: Many,
  secret: Secret,
  list: Rows,
};

/** The input of a field: the resource's override, or else the component of its widget. */
export function FieldInput({ resource, ...props }: InputProps & { resource: string }) {
  const Component = overridesOf(resource).inputs?.[props.view.name] ?? pick(inputs, props.view);
  return <Component {...props} />;
}
