import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Form, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';

interface CardFormProps {
  title: string;
  lead: string;
  submit: string;
  /** Answers what is wrong per field, or nothing when it went well. */
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

/** What a card of somebody who is not signed in asks: what it is about, its inputs, one button. */
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
