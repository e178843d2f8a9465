import Merge from '@mui/icons-material/CallMergeOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import PersonRemove from '@mui/icons-material/PersonRemoveOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { contactName } from '../../conversation/model/contact-name';
import { apiDownload } from '../../providers/http';
import { useResources } from '../../schema/resources';
import { errorText } from '../../shared/error-text';
import type { ContactRecord } from './types';

export type ContactDialogName = 'merge' | 'erase';

interface ContactMenuProps {
  contact: ContactRecord;
  onOpen: (dialog: ContactDialogName) => void;
}

/** What managers do with a contact now and then. */
export function ContactMenu({ contact, onOpen }: ContactMenuProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { can } = useResources();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (perform: () => void) => () => {
    setAnchor(null);
    perform();
  };
  const download = () =>
    void apiDownload(`/contacts/${contact.id}/personal-data`, `contato-${contact.id}.json`).catch((error: unknown) =>
      notify(errorText(error), { type: 'error' }),
    );
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
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
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
