import { Link } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { ResourceOverrides } from '../../../schema/overrides';
import { type FieldProps, readValue } from '../../../schema/registry';

/** The page of the contacts of a list. */
const contactsOf = ({ id }: RaRecord): string =>
  `/contact-list-items?filter=${encodeURIComponent(JSON.stringify({ contactListId: id }))}`;

/** How many are on the list; leads to them. */
function ContactsCount({ view, record }: FieldProps) {
  const translate = useTranslate();
  const count = Number(readValue(record, view.name)).toLocaleString('pt-BR');
  return (
    <Link
      component={RouterLink}
      to={contactsOf(record)}
      aria-label={translate('lists.open_of', { count, name: String(record.name) })}
      onClick={(event) => event.stopPropagation()}
      sx={{ display: 'inline-block', minWidth: 32, p: 0.5 }}
    >
      {count}
    </Link>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'contact-lists',
  fields: { contactsCount: ContactsCount },
  opens: contactsOf,
};
