import { Alert, Box, Button, TextField } from '@mui/material';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ApiError } from '../../../providers/http';
import { VariableText } from '../../../schema/inputs/variable-text';
import type { StoreDraft } from '../../../schema/overrides';
import { useResources } from '../../../schema/resources';
import { errorText } from '../../../shared/error-text';
import type { OptionTexts } from './use-menu';

interface EditorProps {
  initial: OptionTexts;
  onSave: (texts: OptionTexts) => Promise<unknown>;
  /** Called while the texts are others than the initial ones, otherwise with null. */
  onDraft: (store: StoreDraft | null) => void;
  onClose: () => void;
}

/** Title and message of one option. It stands inside the form of the department, which Enter must not send. */
export function OptionEditor({ initial, onSave, onDraft, onClose }: EditorProps) {
  const translate = useTranslate();
  const [before] = useState(initial);
  const [texts, setTexts] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { resources } = useResources();
  const fields = resources.find(({ name }) => name === 'queue-options')?.form.edit ?? [];
  const fieldOf = (field: keyof OptionTexts) => fields.find(({ name }) => name === field);
  const errors = error instanceof ApiError ? error.fields : {};
  const running = useRef<Promise<boolean> | null>(null);
  async function store(): Promise<boolean> {
    setBusy(true);
    try {
      await onSave({ ...texts, title: texts.title.trim() });
      onClose();
      return true;
    } catch (refused) {
      setError(refused);
      setBusy(false);
      return false;
    } finally {
      running.current = null;
    }
  }
  /** Once, however often it is asked for meanwhile. */
  const save = () => (running.current ??= store());
  const tell = useEffectEvent(onDraft);
  const saveDraft = useEffectEvent(save);
  const changed = texts.title !== before.title || texts.message !== before.message;
  useEffect(() => {
    tell(changed ? () => saveDraft() : null);
    return () => tell(null);
  }, [changed]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (texts.title.trim()) void save();
    }
  };
  const change = (changed: Partial<OptionTexts>) => {
    setError(null);
    setTexts((current) => ({ ...current, ...changed }));
  };
  const input = (name: keyof OptionTexts) => ({
    label: fieldOf(name)?.label ?? '',
    value: texts[name],
    error: errors[name] !== undefined,
    helperText: errors[name] ?? fieldOf(name)?.help,
    fullWidth: true,
  });
  return (
    <Box
      onKeyDown={onKeyDown}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, borderRadius: '10px', bgcolor: 'background.default' }}
    >
      <TextField
        {...input('title')}
        autoFocus
        required
        onChange={({ target }) => change({ title: target.value })}
        slotProps={{ htmlInput: { maxLength: fieldOf('title')?.max } }}
      />
      <VariableText
        value={texts.message}
        variables={fieldOf('message')?.variables ?? []}
        readOnly={false}
        onChange={(message) => change({ message })}
      >
        <TextField
          {...input('message')}
          multiline
          minRows={2}
          maxRows={8}
          onChange={({ target }) => change({ message: target.value })}
        />
      </VariableText>
      {error !== null && Object.keys(errors).length === 0 && <Alert severity="error">{errorText(error)}</Alert>}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={onClose}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          size="small"
          variant="contained"
          loading={busy}
          disabled={!texts.title.trim()}
          onClick={() => void save()}
        >
          {translate('ra.action.save')}
        </Button>
      </Box>
    </Box>
  );
}
