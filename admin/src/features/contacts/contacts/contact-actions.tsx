import Merge from '@mui/icons-material/CallMergeOutlined';
import ChatOutlined from '@mui/icons-material/ChatOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import PersonRemove from '@mui/icons-material/PersonRemoveOutlined';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { contactName } from '../../../conversation/model/contact-name';
import { apiDownload } from '../../../providers/http';
import { useResources } from '../../../schema/resources';
import { useNotifyError } from '../../../shared/error-text';
import { lazyComponent } from '../../../shared/lazy-component';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { asContact, type ContactRecord } from './types';

const NewTicketDialog = lazyComponent(() => import('../../../conversation/ui/ticket-actions/new-ticket-dialog'));
const dialogs = () => import('./contact-dialogs');
const MergeDialog = lazyComponent(async () => ({ default: (await dialogs()).MergeDialog }));
const EraseDialog = lazyComponent(async () => ({ default: (await dialogs()).EraseDialog }));

interface ContactMenuProps {
  contact: ContactRecord;
  onOpen: (dialog: 'merge' | 'erase') => void;
}

function ContactMenu({ contact, onOpen }: ContactMenuProps) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { can } = useResources();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const choose = (perform: () => void) => () => {
    close();
    perform();
  };
  const download = () =>
    void apiDownload(`/contacts/${contact.id}/personal-data`, `contato-${contact.id}.json`).catch(notifyError);
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('contacts.more_of', { name: contactName(contact) })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {can('contacts-page:merge') && !contact.isGroup && (
          <MenuItem onClick={choose(() => onOpen('merge'))}>
            <Merge aria-hidden fontSize="small" />
            {translate('contacts.merge.action')}
          </MenuItem>
        )}
        {can('contacts-page:personalData') && (
          <MenuItem onClick={choose(download)}>
            <Download aria-hidden fontSize="small" />
            {translate('contacts.personal.download')}
          </MenuItem>
        )}
        {can('contacts-page:personalData') && (
          <MenuItem onClick={choose(() => onOpen('erase'))} sx={{ color: 'error.main' }}>
            <PersonRemove aria-hidden fontSize="small" />
            {translate('contacts.personal.erase')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

/** The actions of a contact's row beside edit and delete: start a conversation, and the menu of managers. */
export function ContactActions({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const { can } = useResources();
  const contact = asContact(record);
  const [dialog, setDialog] = useState<'merge' | 'erase' | 'start' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <TooltipIconButton
        size="small"
        label={translate('contacts.start_of', { name: contactName(contact) })}
        tooltip={translate('contacts.start')}
        onClick={() => setDialog('start')}
      >
        <ChatOutlined fontSize="small" />
      </TooltipIconButton>
      {(can('contacts-page:merge') || can('contacts-page:personalData')) && (
        <ContactMenu contact={contact} onOpen={setDialog} />
      )}
      {dialog === 'start' && <NewTicketDialog contact={contact} onClose={close} onDone={close} />}
      {dialog === 'merge' && <MergeDialog contact={contact} onClose={close} />}
      {dialog === 'erase' && <EraseDialog contact={contact} onClose={close} />}
    </>
  );
}
