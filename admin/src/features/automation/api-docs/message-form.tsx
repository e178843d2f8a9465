import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Send from '@mui/icons-material/SendOutlined';
import { Box, Button, FormHelperText, Paper, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type ChangeEvent, useId, useMemo, useRef, useState } from 'react';
import { Form, required, TextInput, useTranslate } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { CodeBlock } from '../../../shared/code-block';
import { useNotifyError } from '../../../shared/error-text';
import { type CallAnswer, callWithToken } from './call-with-token';
import { type Language, languages, sendPath, snippet } from './snippets';

interface FormValues {
  token: string;
  number: string;
  body: string;
  files: File[];
}

const digitsOnly = (text: string) => text.replace(/\D/g, '');

function FileField() {
  const translate = useTranslate();
  const help = useId();
  const input = useRef<HTMLInputElement>(null);
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useController<FormValues, 'files'>({
    name: 'files',
    rules: { validate: (files) => files.length > 0 || translate('ra.validation.required') },
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => onChange([...(event.target.files ?? [])]);
  return (
    <Box>
      <Button
        variant="outlined"
        startIcon={<AttachFile />}
        aria-describedby={help}
        onClick={() => input.current?.click()}
      >
        {translate('api.form.choose_files')}
      </Button>
      <input ref={input} type="file" multiple hidden onChange={choose} />
      <FormHelperText id={help} error={error !== undefined} sx={{ overflowWrap: 'anywhere' }}>
        {error?.message ?? (value.map((file) => file.name).join(', ') || translate('api.form.no_files'))}
      </FormHelperText>
    </Box>
  );
}

function Snippets({ media }: { media: boolean }) {
  const translate = useTranslate();
  const [language, setLanguage] = useState<Language>('curl');
  const { token, number, body, files } = useWatch<FormValues>();
  const names = (files ?? []).flatMap((file) => file?.name ?? []);
  const code = snippet(language, {
    origin: window.location.origin,
    token: token || translate('api.form.token_example'),
    number: number || '5511988887777',
    body: body || (media ? '' : translate('api.form.body_example')),
    files: media ? (names.length > 0 ? names : [translate('api.form.file_example')]) : [],
  });
  return (
    <Box sx={{ display: 'grid', gap: 1.25, minWidth: 0, alignContent: 'start' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={language}
        onChange={(_event, chosen: Language | null) => chosen && setLanguage(chosen)}
        aria-label={translate('api.form.language')}
        sx={{ flexWrap: 'wrap' }}
      >
        {languages.map((each) => (
          <ToggleButton key={each} value={each} sx={{ px: 1.5, textTransform: 'none' }}>
            {translate(`api.languages.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <CodeBlock label={translate(`api.languages.${language}`)} code={code} />
    </Box>
  );
}

function Answer({ answer }: { answer: CallAnswer }) {
  const translate = useTranslate();
  const ok = answer.status < 300;
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="body2" sx={{ color: ok ? 'atende.ok' : 'error.main', fontWeight: 500 }}>
        {translate(ok ? 'api.form.sent' : 'api.form.refused', { status: answer.status })}
      </Typography>
      <CodeBlock label={translate('api.form.answer')} code={JSON.stringify(answer.body, null, 2)} maxHeight={220} />
    </Box>
  );
}

/** A form that calls the public API as a program would, beside the same call in four languages. */
export function MessageForm({ kind, token }: { kind: 'text' | 'media'; token: string }) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const title = useId();
  const media = kind === 'media';
  const [answer, setAnswer] = useState<CallAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const record = useMemo(() => ({ token, number: '', body: '', files: [] }), [token]);
  const send = async (values: Record<string, unknown>) => {
    const { files, token: bearer, number, body } = values as unknown as FormValues;
    setBusy(true);
    try {
      const input = media ? { number, body, files } : { number, body };
      const answered = await callWithToken(sendPath, bearer, input);
      setAnswer(answered);
      return answered.fields;
    } catch (error) {
      notifyError(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={title}
      sx={{ borderRadius: '14px', p: { xs: 2, sm: 2.5 }, minWidth: 0 }}
    >
      <Form
        record={record}
        resetOptions={{ keepDirtyValues: true }}
        onSubmit={send}
        noValidate
        disableInvalidFormNotification
      >
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '5fr minmax(0, 7fr)' } }}>
          <Box sx={{ display: 'grid', gap: 1.75, alignContent: 'start', minWidth: 0 }}>
            <Typography id={title} variant="h3" component="h2">
              {translate(`api.form.${kind}_title`)}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate(`api.form.${kind}_help`)}
            </Typography>
            <TextInput
              source="token"
              label={translate('api.form.token')}
              validate={required()}
              helperText={false}
              autoComplete="off"
              slotProps={{ htmlInput: { spellCheck: false } }}
            />
            <TextInput
              source="number"
              label={translate('api.form.number')}
              validate={required()}
              parse={digitsOnly}
              helperText={translate('api.form.number_help')}
              slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            />
            <TextInput
              source="body"
              label={translate(media ? 'api.form.caption' : 'api.form.body')}
              validate={media ? [] : required()}
              helperText={false}
              multiline
              minRows={media ? 1 : 3}
              maxRows={8}
            />
            {media && <FileField />}
            <Button
              type="submit"
              variant="contained"
              loading={busy}
              loadingPosition="start"
              startIcon={<Send />}
              sx={{ justifySelf: 'start' }}
            >
              {translate('api.form.send')}
            </Button>
            {answer && <Answer answer={answer} />}
          </Box>
          <Snippets media={media} />
        </Box>
      </Form>
    </Paper>
  );
}
