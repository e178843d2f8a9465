import ChatOutlined from '@mui/icons-material/ChatOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { contactName } from '../../conversation/model/contact-name';
import { useResources } from '../../schema/resources';
import { type ContactDialogName, ContactMenu } from './contact-menu';
import { asContact } from './types';

const NewTicketDialog = lazy(() => import('../../conversation/new-ticket/new-ticket-dialog'));
const MergeDialog = lazy(() => import('./merge-dialog'));
const EraseDialog = lazy(() => import('./erase-dialog'));

/** What one does with a contact beside editing it: talk to it, and the managers' rarer deeds. */
export function ContactActions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const { can } = useResources();
  const contact = asContact(record);
  const [dialog, setDialog] = useState<ContactDialogName | 'start' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Tooltip title={translate('contacts.start')}>
        <IconButton
          size="small"
          aria-label={translate('contacts.start_of', { name: contactName(contact) })}
          onClick={() => setDialog('start')}
        >
          <ChatOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      {(can('contacts-page:merge') || can('contacts-page:personalData')) && (
        <ContactMenu contact={contact} onOpen={setDialog} />
      )}
      <Suspense>
        {dialog === 'start' && <NewTicketDialog contact={contact} onClose={close} onDone={close} />}
        {dialog === 'merge' && <MergeDialog contact={contact} onClose={close} />}
        {dialog === 'erase' && <EraseDialog contact={contact} onClose={close} />}
      </Suspense>
    </>
  );
}
