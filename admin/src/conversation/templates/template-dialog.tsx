import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Template } from '../model/template';
import type { Ticket } from '../model/types';
import { TemplateForm } from './template-form';
import { TemplateList } from './template-list';

export default function TemplateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const translate = useTranslate();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  const titleId = useId();
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog
      open
      fullWidth
      fullScreen={small}
      maxWidth={chosen ? 'md' : 'sm'}
      onClose={onClose}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {chosen && (
          <IconButton edge="start" aria-label={translate('workspace.template.back')} onClick={() => setChosen(null)}>
            <ArrowBack />
          </IconButton>
        )}
        <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {chosen?.name ?? translate('workspace.template.title')}
        </span>
        <IconButton edge="end" aria-label={translate('ra.action.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </DialogTitle>
      {chosen ? (
        <TemplateForm key={chosen.id} ticket={ticket} template={chosen} onDone={onClose} />
      ) : (
        <TemplateList connectionId={ticket.whatsappId} onChoose={setChosen} />
      )}
    </Dialog>
  );
}
