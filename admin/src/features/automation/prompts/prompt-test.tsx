import {
  Alert,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Paper,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FormattedText } from '../../../conversation/ui/messages/formatted-text';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { LoadFailed } from '../../../shared/load-failed';

type Trial = Schemas['PromptTrial'];

function Outcome({ trial }: { trial: Trial }) {
  const translate = useTranslate();
  const { ok, text, transferTo, closes, passages, inputTokens, outputTokens, durationMs } = trial;
  const seconds = (durationMs / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 });
  return (
    <>
      {ok ? (
        <Paper variant="outlined" sx={{ p: 1.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <FormattedText text={text} />
        </Paper>
      ) : (
        <Alert severity="error">{text}</Alert>
      )}
      {transferTo !== null && (
        <Typography variant="body2">
          {transferTo === ''
            ? translate('assistant.test.transfers')
            : translate('assistant.test.transfers_to', { name: transferTo })}
        </Typography>
      )}
      {closes && <Typography variant="body2">{translate('assistant.test.closes')}</Typography>}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {inputTokens === null
          ? translate('assistant.test.seconds', { seconds })
          : translate('assistant.test.figures', {
              input: inputTokens.toLocaleString(),
              output: (outputTokens ?? 0).toLocaleString(),
              seconds,
            })}
      </Typography>
      <Typography variant="subtitle2" component="h3">
        {translate(passages.length > 0 ? 'assistant.test.found' : 'assistant.test.found_nothing')}
      </Typography>
      {passages.map((passage, index) => (
        <Paper key={index} variant="outlined" sx={{ p: 1.5 }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Typography variant="body2" noWrap sx={{ fontWeight: 600, minWidth: 0 }}>
              {passage.title}
            </Typography>
            {passage.cited && <Chip size="small" label={translate('assistant.test.cited')} />}
          </Box>
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', overflowWrap: 'anywhere', maxHeight: 96, overflow: 'auto' }}
          >
            {passage.text}
          </Typography>
        </Paper>
      ))}
    </>
  );
}

/** Asks the prompt as a customer would, and shows what it answers and from what. */
export function PromptTestDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const [question, setQuestion] = useState('');
  const ask = useMutation({
    mutationFn: (text: string) => api<Trial>(`/prompt/${id}/test`, { method: 'POST', body: { question: text } }),
  });
  const submit = () => ask.mutate(question.trim());
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate('assistant.test.title')}
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {name}
        </Typography>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minHeight: 160 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('assistant.test.help')}
        </Typography>
        <TextField
          autoFocus
          multiline
          label={translate('assistant.test.question')}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
        <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5 }}>
          {ask.isPending && <Typography variant="body2">{translate('assistant.copilot.busy')}</Typography>}
          {!ask.isPending && ask.error && <LoadFailed error={ask.error} onRetry={submit} />}
          {!ask.isPending && ask.data && <Outcome trial={ask.data} />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        <Button variant="contained" disabled={question.trim() === '' || ask.isPending} onClick={submit}>
          {translate('assistant.test.ask')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
