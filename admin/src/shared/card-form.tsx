import { Box, Button, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Form, type InputProps, TextInput, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';

interface CardHeadProps {
  title: string;
  lead: string;
}

export function CardHead({ title, lead }: CardHeadProps) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" sx={{ mt: 3.5 }}>
        {translate(title)}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 3, overflowWrap: 'anywhere' }}>{lead}</Typography>
    </>
  );
}

export function SubmitButton({ label, loading }: { label: string; loading: boolean }) {
  const translate = useTranslate();
  return (
    <Button type="submit" variant="contained" size="large" loading={loading} fullWidth sx={{ mt: 0.5, minHeight: 44 }}>
      {translate(label)}
    </Button>
  );
}

function FormSubmit({ label }: { label: string }) {
  return <SubmitButton label={label} loading={useFormState().isSubmitting} />;
}

interface CardFormProps extends CardHeadProps {
  submit: string;
  /** Returns the errors per field, or nothing on success. */
  onSubmit: (values: Record<string, unknown>) => Promise<Record<string, string> | undefined>;
  children: ReactNode;
}

/** A form on the card of a public page: title, lead, inputs and the submit button. */
export function CardForm({ title, lead, submit, onSubmit, children }: CardFormProps) {
  return (
    <>
      <CardHead title={title} lead={lead} />
      <Box
        component={Form}
        onSubmit={onSubmit}
        noValidate
        disableInvalidFormNotification
        sx={{ display: 'grid', gap: 2 }}
      >
        {children}
        <FormSubmit label={submit} />
      </Box>
    </>
  );
}

export function EmailInput({ validate, autoFocus }: Pick<InputProps, 'validate'> & { autoFocus?: boolean }) {
  return (
    <TextInput
      source="email"
      type="email"
      label="app.login.email"
      autoComplete="username"
      validate={validate}
      parse={(value: string) => value.trim()}
      helperText={false}
      autoFocus={autoFocus}
    />
  );
}

/** A centred link to another public page. */
export function PageLink({ to, label }: { to: string; label: string }) {
  const translate = useTranslate();
  return (
    <Link component={RouterLink} to={to} variant="body2" sx={{ justifySelf: 'center', fontWeight: 500, py: 0.5 }}>
      {translate(label)}
    </Link>
  );
}
