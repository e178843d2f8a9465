import { Dialog, DialogContent, DialogTitle, Skeleton, useMediaQuery } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { type RaRecord, useGetOne, useNotify, useTranslate } from 'react-admin';
import { DiscardDialog } from '../shared/discard-dialog';
import { errorText } from '../shared/error-text';
import { FormBody } from './form/form-body';
import { overridesOf, type StoreDraft, useRights } from './overrides';
import type { ResourceView } from './types';

interface AutoFormProps {
  view: ResourceView;
  /** null for a new record. */
  id: string | null;
  /** Initial values of a new record, in addition to the server's defaults. */
  start?: Record<string, unknown>;
  onSaved?: (record: RaRecord) => void;
  onClose: () => void;
}

function useRecord(view: ResourceView, id: string | null, onClose: () => void) {
  const notify = useNotify();
  const { data, isFetching } = useGetOne<RaRecord, Error>(
    view.path,
    { id: id ?? '' },
    {
      enabled: id !== null,
      onError: (error) => {
        notify(errorText(error), { type: 'error' });
        onClose();
      },
    },
  );
  // The first fetched record stays, because a live event must not overwrite what the user types.
  const [record, setRecord] = useState<RaRecord | null>(null);
  if (!record && data && !isFetching) setRecord(data);
  return record;
}

/** The generated form of a resource, in a dialog over its list. */
export function AutoForm({ view, id, start, onSaved, onClose }: AutoFormProps) {
  const translate = useTranslate();
  const title = useId();
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const dirty = useRef(false);
  const draft = useRef<StoreDraft | null>(null);
  const [asking, setAsking] = useState(false);
  const record = useRecord(view, id, onClose);
  const rights = useRights(view);
  const readOnly = record !== null && !rights(record).edit;
  const close = () => (dirty.current || draft.current ? setAsking(true) : onClose());
  const name = view.singular.toLocaleLowerCase();
  const ownTitle = record ? overridesOf(view.name).title?.(record, translate) : undefined;
  return (
    <>
      <Dialog open onClose={close} fullScreen={phone} fullWidth maxWidth="sm" aria-labelledby={title}>
        {id === null || record ? (
          <FormBody
            view={view}
            record={record}
            start={start}
            titleId={title}
            title={
              ownTitle ??
              (readOnly
                ? view.singular
                : translate(id === null ? 'app.form.new_title' : 'app.form.edit_title', { name }))
            }
            readOnly={readOnly}
            onDirty={(value) => {
              dirty.current = value;
            }}
            onDraft={(store) => {
              draft.current = store;
            }}
            storeDraft={async () => (await draft.current?.()) ?? true}
            onCancel={close}
            onDone={(stored) => {
              if (stored) onSaved?.(stored);
              onClose();
            }}
          />
        ) : (
          <>
            <DialogTitle id={title}>{translate('app.form.edit_title', { name })}</DialogTitle>
            <DialogContent aria-busy sx={{ display: 'grid', gap: 2 }}>
              {Array.from({ length: Math.min(view.form.edit.length, 6) }, (_, index) => (
                <Skeleton key={index} variant="rounded" height={40} />
              ))}
            </DialogContent>
          </>
        )}
      </Dialog>
      <DiscardDialog open={asking} onConfirm={onClose} onClose={() => setAsking(false)} />
    </>
  );
}
