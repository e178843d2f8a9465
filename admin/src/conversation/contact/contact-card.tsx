import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../shared/avatar';
import { formatPhone } from '../../shared/format';
import { textSize } from '../../shared/type-scale';
import { contactName } from '../model/contact-name';
import type { Contact } from '../model/types';

const ContactModal = lazy(() => import('../../resources/contacts/contact-dialog'));

const GROUP_LENGTH = 15;
const isGroup = ({ number, isGroup: told }: Contact) => told || number.length >= GROUP_LENGTH;

function PhoneLink({ contact }: { contact: Contact }) {
  const translate = useTranslate();
  if (isGroup(contact)) return <Typography sx={{ color: 'text.secondary' }}>{translate('workspace.group')}</Typography>;
  const number = formatPhone(contact.number);
  return (
    <Link href={`tel:+${contact.number}`} aria-label={translate('workspace.contact.call', { number })}>
      {number}
    </Link>
  );
}

function EditContact({ contact }: { contact: Contact }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<Edit />}
        aria-label={translate('drawer.edit_of', { name: contactName(contact) })}
        onClick={() => setOpen(true)}
        sx={{ mt: 1 }}
      >
        {translate('drawer.edit')}
      </Button>
      {open && (
        <Suspense>
          <ContactModal contactId={contact.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Who the contact is: picture, name, number. */
export function ContactCard({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.5, textAlign: 'center' }}>
      <Avatar name={name} src={contact.profilePicUrl} size={76} seed={contact.id} />
      <Typography component="h2" sx={{ fontSize: textSize.title, fontWeight: 650, mt: 0.75, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <PhoneLink contact={contact} />
      {!isGroup(contact) && <EditContact key={contact.id} contact={contact} />}
    </Box>
  );
}
