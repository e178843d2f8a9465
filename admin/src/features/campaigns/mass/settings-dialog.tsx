import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import { Box, Button, MenuItem, Skeleton, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ApiError } from '../../../providers/http';
import { FormDialog } from '../../../shared/form-dialog';
import { LoadFailed } from '../../../shared/load-failed';
import { TooltipIconButton } from '../../../shared/tooltip-icon-button';
import { useTask } from '../../../shared/use-task';
import type { CampaignSettings } from './types';
import { saveCampaignSettings, useCampaignSettings } from './use-campaign-settings';

const intervals = ['messageInterval', 'longerIntervalAfter', 'greaterInterval'] as const;

interface FieldsProps {
  settings: CampaignSettings;
  errors: Readonly<Record<string, string>>;
  onChange: (settings: CampaignSettings) => void;
}

interface RowsProps {
  /** The texts are named after it. */
  name: 'variables' | 'prices';
  add: string;
  error: string | undefined;
  onAdd: () => void;
  children: ReactNode;
}

/** Rows that can be added, with what they are for. */
function Rows({ name, add, error, onAdd, children }: RowsProps) {
  const translate = useTranslate();
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1.5 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 0.5 }}>
        {translate(`campaigns.settings.${name}`)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(`campaigns.settings.${name}_help`)}
      </Typography>
      {children}
      <Button size="small" variant="outlined" startIcon={<Add />} sx={{ justifySelf: 'start' }} onClick={onAdd}>
        {translate(`campaigns.settings.${add}`)}
      </Button>
      {error && (
        <Typography role="alert" variant="caption" sx={{ color: 'error.main' }}>
          {error}
        </Typography>
      )}
    </Box>
  );
}

function Variables({ settings, errors, onChange }: FieldsProps) {
  const translate = useTranslate();
  const { variables } = settings;
  const change = (index: number, part: Partial<CampaignSettings['variables'][number]>) =>
    onChange({ ...settings, variables: variables.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <Rows
      name="variables"
      add="add_variable"
      error={errors['variables']}
      onAdd={() => onChange({ ...settings, variables: [...variables, { key: '', value: '' }] })}
    >
      {variables.map(({ key, value }, index) => (
        // rows have no identity of their own
        <Box key={index} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextField
            label={translate('campaigns.settings.key')}
            value={key}
            onChange={(event) => change(index, { key: event.target.value.replace(/[{}\s]/g, '') })}
            error={errors[`variables.${index}.key`] !== undefined}
            helperText={errors[`variables.${index}.key`]}
            autoFocus={key === '' && value === '' && index === variables.length - 1}
            slotProps={{ htmlInput: { maxLength: 40 } }}
            sx={{ flex: '0 1 38%' }}
          />
          <TextField
            label={translate('campaigns.settings.value')}
            value={value}
            onChange={(event) => change(index, { value: event.target.value })}
            error={errors[`variables.${index}.value`] !== undefined}
            helperText={errors[`variables.${index}.value`]}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
            sx={{ flex: 1 }}
          />
          <TooltipIconButton
            label={translate('campaigns.settings.remove_variable', { name: key || index + 1 })}
            onClick={() => onChange({ ...settings, variables: variables.filter((_, at) => at !== index) })}
          >
            <Close fontSize="small" />
          </TooltipIconButton>
        </Box>
      ))}
    </Rows>
  );
}

const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

/** A row while it is written. */
interface PriceRow {
  countryCode: string;
  category: (typeof categories)[number];
  /** As it is typed, with a comma. */
  price: string;
}

const rowOf = ({ countryCode, category, price }: CampaignSettings['prices'][number]): PriceRow => ({
  ...{ countryCode, category },
  price: String(price).replace('.', ','),
});
const priceOf = ({ countryCode, category, price }: PriceRow) => ({
  ...{ countryCode, category },
  // a blank one is refused, instead of being free
  price: price === '' ? Number.NaN : Number(price.replace(',', '.')),
});

function Prices({ settings, errors, onChange }: FieldsProps) {
  const translate = useTranslate();
  const [rows, setRows] = useState<readonly PriceRow[]>(() => settings.prices.map(rowOf));
  const store = (next: readonly PriceRow[]) => {
    setRows(next);
    onChange({ ...settings, prices: next.filter(({ countryCode, price }) => countryCode || price).map(priceOf) });
  };
  const change = (index: number, part: Partial<PriceRow>) =>
    store(rows.map((each, at) => (at === index ? { ...each, ...part } : each)));
  const faultOf = (index: number, field: string) => errors[`prices.${index}.${field}`];
  return (
    <Rows
      name="prices"
      add="add_price"
      error={errors['prices']}
      onAdd={() => setRows([...rows, { countryCode: rows.length === 0 ? '55' : '', category: 'MARKETING', price: '' }])}
    >
      {rows.map(({ countryCode, category, price }, index) => (
        // rows have no identity of their own
        <Box key={index} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextField
            label={translate('campaigns.settings.country')}
            value={countryCode}
            onChange={(event) => change(index, { countryCode: event.target.value.replace(/\D/g, '') })}
            error={faultOf(index, 'countryCode') !== undefined}
            helperText={faultOf(index, 'countryCode')}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
            sx={{ flex: '0 1 68px' }}
          />
          <TextField
            select
            label={translate('campaigns.settings.category')}
            value={category}
            onChange={(event) => change(index, { category: event.target.value as PriceRow['category'] })}
            sx={{ flex: '1 1 120px' }}
          >
            {categories.map((each) => (
              <MenuItem key={each} value={each}>
                {translate(`campaigns.cost.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={translate('campaigns.settings.price')}
            value={price}
            onChange={(event) => change(index, { price: event.target.value.replace(/[^\d,.]/g, '') })}
            error={faultOf(index, 'price') !== undefined}
            helperText={faultOf(index, 'price')}
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 9 } }}
            sx={{ flex: '0 1 84px' }}
          />
          <TooltipIconButton
            label={translate('campaigns.settings.remove_price', { name: countryCode || index + 1 })}
            onClick={() => store(rows.filter((_, at) => at !== index))}
          >
            <Close fontSize="small" />
          </TooltipIconButton>
        </Box>
      ))}
    </Rows>
  );
}

function Fields({ settings, errors, onChange }: FieldsProps) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('campaigns.settings.lead')}
      </Typography>
      {intervals.map((name) => (
        <TextField
          key={name}
          fullWidth
          required
          label={translate(`campaigns.settings.${name}`)}
          value={settings[name]}
          onChange={(event) => onChange({ ...settings, [name]: Number(event.target.value.replace(/\D/g, '')) })}
          error={errors[name] !== undefined}
          helperText={errors[name] ?? translate(`campaigns.settings.${name}_help`)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
        />
      ))}
      <Variables settings={settings} errors={errors} onChange={onChange} />
      <Prices settings={settings} errors={errors} onChange={onChange} />
    </>
  );
}

/** The intervals and variables of all campaigns of the company. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { busy, run } = useTask();
  const { data, error, refetch } = useCampaignSettings();
  const [changed, setChanged] = useState<CampaignSettings | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const settings = changed ?? data;
  const save = () =>
    run(async () => {
      if (!settings) return;
      try {
        // a row that was added and left empty is none
        const variables = settings.variables.filter(({ key, value }) => key !== '' || value !== '');
        await saveCampaignSettings({ ...settings, variables });
      } catch (refusal) {
        setErrors(refusal instanceof ApiError ? refusal.fields : {});
        throw refusal;
      }
      notify('app.success', { type: 'success' });
      onClose();
    });
  return (
    <FormDialog
      title={translate('campaigns.settings.title')}
      submit={translate('ra.action.save')}
      busy={busy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {settings ? (
        <Fields settings={settings} errors={errors} onChange={setChanged} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={260} />
      )}
    </FormDialog>
  );
}
