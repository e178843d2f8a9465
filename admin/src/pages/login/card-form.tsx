import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Form, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';

interface CardFormProps {
  title: string;
  lead: string;
  submit: string;
  /** Returns the errors per field, or nothing on success. */
  onSubmit: (values: Record<string, unknown>) => Promise<Record<string, string> | undefined>;
  children: ReactNode;
}

function Submit({ label }: { label: string }) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant="contained"
      size="large"
      loading={isSubmitting}
      fullWidth
      sx={{ mt: 0.5, minHeight: 44 }}
    >
      {label}
    </Button>
  );
}

/** A form on the card of a public page: title, lead, inputs and the submit button. */
export function CardForm({ title, lead, submit, onSubmit, children }: CardFormProps) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1" sx={{ mt: 3.5 }}>
        {translate(title)}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 3, overflowWrap: 'anywhere' }}>{lead}</Typography>
      <Box
        component={Form}
        onSubmit={onSubmit}
        noValidate
        disableInvalidFormNotification
        sx={{ display: 'grid', gap: 2 }}
      >
        {children}
        <Submit label={translate(submit)} />
      </Box>
    </>
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
