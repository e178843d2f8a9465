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
import { useWatch } from 'react-hook-form';
import { isCommonPassword } from '../shared/common-passwords';
import { ColorInput } from './inputs/color-input';
import { DateInput } from './inputs/date-input';
import { ImageInput } from './inputs/image-input';
import { inputProps } from './inputs/input-props';
import { ListInput } from './inputs/list-input';
import { MoneyInput } from './inputs/money-input';
import { TagsInput } from './inputs/tags-input';
import { overridesOf } from './overrides';
import { type InputProps, pick, type Registry } from './registry';
import { useReferencePath } from './use-reference-path';

const PlainText = (props: InputProps) => (
  <TextInput {...inputProps(props)} multiline={props.view.multiline} minRows={props.view.multiline ? 3 : undefined} />
);
const Multiline = (props: InputProps) => <TextInput {...inputProps(props)} multiline minRows={3} maxRows={12} />;
const Email = (props: InputProps) => <TextInput {...inputProps(props)} type="email" />;
const Phone = (props: InputProps) => <TextInput {...inputProps(props)} type="tel" />;
const Numeric = (props: InputProps) => <NumberInput {...inputProps(props)} />;
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

/** Write-only: at most the server says, as `<name>Set`, whether there is one; what is typed replaces it. */
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

function One(props: InputProps) {
  const label = props.view.reference?.label ?? 'name';
  return (
    <ReferenceInput
      source={props.source}
      reference={useReferencePath(props.view)}
      sort={{ field: label, order: 'ASC' }}
      perPage={50}
    >
      <AutocompleteInput {...inputProps(props)} optionText={label} />
    </ReferenceInput>
  );
}

function Many(props: InputProps) {
  const label = props.view.reference?.label ?? 'name';
  return (
    <ReferenceArrayInput
      source={props.source}
      reference={useReferencePath(props.view)}
      sort={{ field: label, order: 'ASC' }}
      perPage={50}
    >
      <AutocompleteArrayInput {...inputProps(props)} optionText={label} />
    </ReferenceArrayInput>
  );
}

function Column(props: InputProps) {
  const Component = pick(inputs, props.view);
  return <Component {...props} />;
}

const Repeated = (props: InputProps) => <ListInput {...props} Column={Column} />;

export const inputs: Registry<InputProps> = {
  text: PlainText,
  multiline: Multiline,
  email: Email,
  password: Password,
  phone: Phone,
  number: Numeric,
  money: MoneyInput,
  date: DateInput,
  datetime: DateInput,
  flag: Flag,
  choice: Choice,
  color: ColorInput,
  reference: One,
  references: Many,
  secret: Secret,
  list: Repeated,
  tags: TagsInput,
  image: ImageInput,
};

/** One input of a form, the way its widget or the resource's override says. */
export function FieldInput({ resource, ...props }: InputProps & { resource: string }) {
  const Component = overridesOf(resource).inputs?.[props.view.name] ?? pick(inputs, props.view);
  return <Component {...props} />;
}
