import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { contactName } from '../../../conversation/model/contact-name';
import type { ResourceOverrides } from '../../../schema/overrides';
import type { FieldProps } from '../../../schema/registry';
import { Avatar } from '../../../shared/avatar';
import { formatPhone } from '../../../shared/format';
import { ContactActions } from './contact-actions';
import { ContactTools } from './contact-tools';
import { asContact } from './types';

function ContactName({ record }: FieldProps) {
  const translate = useTranslate();
  const contact = asContact(record);
  const name = contactName(contact);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Avatar name={name} src={contact.profilePicUrl} size={30} seed={contact.id} />
      <Box
        component="span"
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          columnGap: 1.25,
          minWidth: 0,
        }}
      >
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {name}
        </Box>
        {contact.optedOut && <Chip size="small" variant="outlined" label={translate('contacts.opted_out')} />}
      </Box>
    </Box>
  );
}

/** The number of a group is an internal id and not shown (spec 000 §2). */
function ContactNumber({ record }: FieldProps) {
  const translate = useTranslate();
  const { number, isGroup } = asContact(record);
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {isGroup ? translate('contacts.group') : formatPhone(number)}
    </Box>
  );
}

export const overrides: ResourceOverrides = {
  resource: 'contacts',
  fields: { name: ContactName, number: ContactNumber },
  tools: ContactTools,
  rowActions: ContactActions,
};
