import Add from '@mui/icons-material/Add';
import ArrowDown from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUp from '@mui/icons-material/ArrowUpwardOutlined';
import Close from '@mui/icons-material/Close';
import DragIndicator from '@mui/icons-material/DragIndicatorOutlined';
import { Box, Button, ButtonBase, LinearProgress, TextField, Typography } from '@mui/material';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { isTooLarge, sizeLimit } from '../../../conversation/model/files';
import { useDrop } from '../../../conversation/ui/composer/file-drop';
import type { InputProps } from '../../../schema/registry';
import { ellipsis } from '../../../shared/ellipsis';
import { FilePreview, useLocalUrl } from '../../../shared/file-preview';
import { formatBytes } from '../../../shared/format';
import { MediaIcon } from '../../../shared/media-icon';
import { Spoken } from '../../../shared/spoken';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { type FileRow, useUploadProgress } from './upload-files';

const MAX_FILES = 100;

const fileName = ({ file, mediaName, name }: FileRow) => file?.name ?? mediaName ?? name;

/** Adds files that are not too large. */
function useAdd(count: number, append: (rows: FileRow[]) => void) {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  return (files: File[]) => {
    for (const { name, type } of files.filter(isTooLarge)) {
      const limit = formatBytes(sizeLimit(type), locale);
      notify(translate('content.files.too_large', { name, limit }), { type: 'error' });
    }
    const fitting = files.filter((file) => !isTooLarge(file)).slice(0, MAX_FILES - count);
    if (count + files.length > MAX_FILES) notify('content.files.too_many', { type: 'error' });
    if (fitting.length > 0) append(fitting.map((file) => ({ name: file.name, file })));
  };
}

interface RowProps {
  row: FileRow;
  source: string;
  index: number;
  count: number;
  readOnly: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Its caption, what it is, and where it stands; the arrows do what dragging does. */
function Row({ row, source, index, count, readOnly, onMove, onRemove }: RowProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const { register } = useFormContext();
  const [shown, setShown] = useState(false);
  const local = useLocalUrl(shown ? (row.file ?? null) : null);
  const progress = useUploadProgress(row.file);
  const name = fileName(row);
  const url = row.file ? local : (row.path ?? null);
  const stored = row.file !== undefined || Boolean(row.path);
  const type = row.file?.type ?? row.mediaType ?? '';
  const size = row.file?.size ?? row.mediaSize ?? 0;
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {!readOnly && <DragIndicator aria-hidden fontSize="small" sx={{ color: 'atende.faint', cursor: 'grab' }} />}
        <ButtonBase
          disabled={!stored}
          aria-expanded={stored ? shown : undefined}
          onClick={() => setShown(!shown)}
          sx={{
            flex: '1 1 160px',
            minWidth: 0,
            minHeight: 36,
            justifyContent: 'flex-start',
            gap: 1,
            borderRadius: '8px',
            textAlign: 'start',
          }}
        >
          <MediaIcon mime={type} />
          <Box sx={{ minWidth: 0 }}>
            {stored && <Spoken>{translate('content.files.preview')} </Spoken>}
            <Typography sx={ellipsis}>{name}</Typography>
            <Typography variant="caption" sx={{ display: 'block', color: stored ? 'text.secondary' : 'error.main' }}>
              {stored ? formatBytes(size, locale) : translate('content.files.missing')}
            </Typography>
          </Box>
        </ButtonBase>
        {!readOnly && (
          <Box sx={{ display: 'flex', ml: 'auto' }}>
            <TooltipIconButton
              size="small"
              label={translate('content.files.up', { name })}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              <ArrowUp fontSize="small" />
            </TooltipIconButton>
            <TooltipIconButton
              size="small"
              label={translate('content.files.down', { name })}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <ArrowDown fontSize="small" />
            </TooltipIconButton>
            <TooltipIconButton size="small" label={translate('content.files.remove', { name })} onClick={onRemove}>
              <Close fontSize="small" />
            </TooltipIconButton>
          </Box>
        )}
      </Box>
      <TextField
        size="small"
        fullWidth
        disabled={readOnly}
        label={translate('content.files.caption')}
        {...register(`${source}.${index}.name`)}
        slotProps={{
          htmlInput: { maxLength: 255, 'aria-label': `${translate('content.files.caption')}: ${name}` },
          inputLabel: { shrink: true },
        }}
      />
      {progress !== null && (
        <LinearProgress
          variant="determinate"
          value={progress * 100}
          aria-label={translate('content.files.uploading', { name })}
        />
      )}
      {shown && <FilePreview url={url} type={type} name={name} size={size} />}
    </Box>
  );
}

/** The files of a list: added by drop or choice, several at once, put in order, captioned and removed. */
export function FilesInput({ view, source }: InputProps) {
  const translate = useTranslate();
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { getValues } = useFormContext();
  const { errors } = useFormState({ name: source });
  const { fields, append, move, remove } = useFieldArray({ name: source, keyName: 'key' });
  const rows = fields as unknown as (FileRow & { key: string })[];
  const readOnly = view.readOnly === true;
  const add = useAdd(rows.length, (added) => append(added, { shouldFocus: false }));
  const { over, handlers } = useDrop(!readOnly, add);
  const [dragged, setDragged] = useState<number | null>(null);
  const [status, setStatus] = useState('');
  const message = errors[source]?.message;

  function moveTo(from: number, to: number) {
    const name = fileName((getValues(source) as FileRow[])[from] ?? { name: '' });
    move(from, to);
    setStatus(translate('content.files.moved', { name, position: to + 1, total: rows.length }));
  }
  const dragOver = (index: number) => (event: DragEvent) => {
    if (dragged === null) return;
    event.preventDefault();
    if (dragged === index) return;
    moveTo(dragged, index);
    setDragged(index);
  };
  return (
    <Box
      role="group"
      aria-labelledby={labelId}
      sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id={labelId} variant="subtitle2" sx={{ color: 'text.secondary' }}>
        {view.label}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(rows.length === 0 ? 'content.files.none' : 'content.files.caption_help')}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {rows.map((row, index) => (
          <Box
            key={row.key}
            component="li"
            draggable={!readOnly}
            onDragStart={() => setDragged(index)}
            onDragOver={dragOver(index)}
            onDragEnd={() => setDragged(null)}
            sx={{
              border: 1,
              borderColor: dragged === index ? 'primary.main' : 'divider',
              borderRadius: '12px',
              p: 1.25,
            }}
          >
            <Row
              row={row}
              source={source}
              index={index}
              count={rows.length}
              readOnly={readOnly}
              onMove={(to) => moveTo(index, to)}
              onRemove={() => remove(index)}
            />
          </Box>
        ))}
      </Box>
      {typeof message === 'string' && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          {message}
        </Typography>
      )}
      {!readOnly && (
        <Box
          {...handlers}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            p: 2,
            border: '1px dashed',
            borderColor: over ? 'primary.main' : 'divider',
            borderRadius: '12px',
            bgcolor: over ? 'atende.priSoft' : undefined,
          }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
            {translate('content.files.drop')}
          </Typography>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            tabIndex={-1}
            aria-label={translate('content.files.add')}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = '';
              add(files);
            }}
          />
          <Button variant="outlined" startIcon={<Add />} onClick={() => input.current?.click()}>
            {translate('content.files.add')}
          </Button>
        </Box>
      )}
      <Box role="status">
        <Spoken>{status}</Spoken>
      </Box>
    </Box>
  );
}
