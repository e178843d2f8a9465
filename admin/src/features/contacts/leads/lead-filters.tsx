import Search from '@mui/icons-material/SearchOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import { Autocomplete, Box, Button, FormControlLabel, ListSubheader, MenuItem, Switch, TextField } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { DateField } from '../../../shared/date-field/date-field';
import { ellipsis } from '../../../shared/ellipsis';
import { formatMoney } from '../../../shared/format';
import { useDebounced } from '../../../shared/use-debounced';
import { sentenceCase } from './title-case';
import {
  type LeadFilterName,
  type LeadFilters,
  useActivities,
  useMunicipalities,
  useSectors,
  useStates,
} from './use-leads';

const box = { flex: '1 1 130px', maxWidth: { sm: 260 }, minWidth: 0 } as const;
const statuses = ['ativa', 'suspensa', 'inapta', 'baixada', 'nula', 'todas'] as const;
const sizes = ['micro', 'pequeno', 'demais', 'nao_informado'] as const;
/** Those that an index of the server is made for. */
const capitals = [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000, 100_000_000];
const further: readonly LeadFilterName[] = [
  ...(['situacao', 'porte', 'capital_de', 'abertura_de', 'abertura_ate', 'email', 'telefone', 'mei'] as const),
];

/** Words that find activities, debounced. */
function WordsField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const wanted = useDebounced(text);
  const apply = useEffectEvent((words: string) => words !== value && onChange(words));
  useEffect(() => {
    apply(wanted.trim());
  }, [wanted]);
  // another filter took its place
  useEffect(() => {
    if (value === '') setText('');
  }, [value]);
  return (
    <TextField
      label={translate('leads.filters.words')}
      placeholder={translate('leads.filters.words_hint')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 100 }, inputLabel: { shrink: true } }}
      sx={box}
    />
  );
}

interface LeadFilterBarProps {
  filters: LeadFilters;
  onChange: (change: LeadFilters) => void;
  onClear: () => void;
  /** Shown as one button with what was searched for, which opens the fields. */
  folded: boolean;
  onUnfold: () => void;
}

export function LeadFilterBar({ filters, onChange, onClear, folded, onUnfold }: LeadFilterBarProps) {
  const translate = useTranslate();
  const [more, setMore] = useState(further.some((name) => filters[name]));
  const sectors = useSectors();
  const cities = useMunicipalities(filters.estado ?? '');
  const activities = useActivities(filters.setor ?? '');
  const autocomplete = {
    openText: translate('ra.action.open'),
    closeText: translate('ra.action.close'),
    clearText: translate('ra.action.clear_input_value'),
    noOptionsText: translate('leads.filters.nothing'),
    // names are longer than the field
    slotProps: { popper: { placement: 'bottom-start', sx: { minWidth: 320 } } },
    sx: box,
  } as const;
  const choice = (
    name: LeadFilterName,
    options: { value: string; label: string }[],
    all = translate('leads.filters.all'),
  ) => (
    <TextField
      select
      label={translate(`leads.filters.${name}`)}
      value={options.some(({ value }) => value === filters[name]) ? filters[name] : ''}
      onChange={(event) => onChange({ [name]: event.target.value, ...(name === 'estado' ? { cidade: '' } : {}) })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={box}
    >
      <MenuItem value="">{all}</MenuItem>
      {options.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
  const flag = (name: 'email' | 'telefone' | 'mei') => (
    <FormControlLabel
      control={
        <Switch
          size="small"
          checked={filters[name] === 'true'}
          onChange={(_, on) => onChange({ [name]: on ? 'true' : '' })}
        />
      }
      label={translate(`leads.filters.${name}`)}
      sx={{ mr: 1 }}
    />
  );
  const day = (name: 'abertura_de' | 'abertura_ate') => (
    <DateField
      label={translate(`leads.filters.${name}`)}
      value={filters[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
      sx={{ ...box, flex: '1 1 170px', maxWidth: { sm: 200 } }}
    />
  );
  const states = useStates().map(({ sigla, nome }) => ({ value: sigla, label: nome }));
  const active = further.filter((name) => filters[name]).length;
  const sector = sectors.find(({ codigo }) => codigo === filters.setor) ?? null;
  const activity = activities.find(({ codigo }) => codigo === filters.cnae_principal) ?? null;
  if (folded) {
    const what =
      filters.pesquisa ?? (activity ? sentenceCase(activity.descricao) : (sector?.nome ?? filters.cnae_principal));
    const where = [filters.cidade, filters.estado].filter(Boolean).join(' - ');
    return (
      <Button
        variant="outlined"
        fullWidth
        startIcon={<Search />}
        aria-label={`${translate('leads.filters.change')}: ${what}, ${where}`}
        onClick={onUnfold}
        sx={{ justifyContent: 'flex-start', mb: 1, flex: 'none' }}
      >
        <Box component="span" sx={ellipsis}>
          {what} · {where}
        </Box>
      </Button>
    );
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.25,
        rowGap: 1.75,
        pt: 0.5,
        pb: 2,
        flex: 'none',
      }}
    >
      {choice('estado', states, translate('leads.filters.choose'))}
      <Autocomplete
        {...autocomplete}
        disabled={!filters.estado}
        options={cities}
        value={cities.find(({ nome }) => nome === filters.cidade) ?? null}
        getOptionLabel={({ nome }) => nome}
        getOptionKey={({ nome }) => nome}
        onChange={(_, city) => onChange({ cidade: city?.nome ?? '' })}
        renderInput={(params) => <TextField {...params} label={translate('leads.filters.cidade')} />}
      />
      <WordsField
        value={filters.pesquisa ?? ''}
        onChange={(pesquisa) => onChange({ pesquisa, ...(pesquisa ? { setor: '', cnae_principal: '' } : {}) })}
      />
      <Autocomplete
        {...autocomplete}
        options={sectors}
        value={sector}
        groupBy={({ secao_nome }) => secao_nome}
        // of its own the list would have children that are neither options nor groups
        renderGroup={({ key, group, children }) => (
          <Box key={key} component="li" role="group" aria-label={group}>
            <ListSubheader component="div" aria-hidden sx={{ top: -6, py: 0.75 }}>
              {group}
            </ListSubheader>
            <Box component="ul" role="none" sx={{ p: 0 }}>
              {children}
            </Box>
          </Box>
        )}
        getOptionLabel={({ nome }) => nome}
        getOptionKey={({ codigo }) => codigo}
        onChange={(_, chosen) => onChange({ setor: chosen?.codigo ?? '', cnae_principal: '', pesquisa: '' })}
        renderInput={(params) => <TextField {...params} label={translate('leads.filters.setor')} />}
      />
      <Autocomplete
        {...autocomplete}
        disabled={!filters.setor}
        options={activities}
        value={activity}
        getOptionLabel={({ descricao }) => sentenceCase(descricao)}
        getOptionKey={({ codigo }) => codigo}
        onChange={(_, chosen) => onChange({ cnae_principal: chosen?.codigo ?? '' })}
        renderInput={(params) => <TextField {...params} label={translate('leads.filters.cnae_principal')} />}
      />
      <Button startIcon={<Tune />} aria-expanded={more} onClick={() => setMore(!more)}>
        {translate('leads.filters.more')}
        {active > 0 && ` (${active})`}
      </Button>
      {Object.keys(filters).length > 0 && <Button onClick={onClear}>{translate('leads.filters.clear')}</Button>}
      {more && (
        <Box
          sx={{ flexBasis: '100%', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25, rowGap: 1.75 }}
        >
          {choice(
            'situacao',
            statuses.slice(1).map((value) => ({ value, label: translate(`leads.situacao.${value}`) })),
            translate('leads.situacao.ativa'),
          )}
          {choice(
            'porte',
            sizes.map((value) => ({ value, label: translate(`leads.porte.${value}`) })),
          )}
          {choice(
            'capital_de',
            capitals.map((amount) => ({ value: String(amount), label: formatMoney(amount) })),
          )}
          {day('abertura_de')}
          {day('abertura_ate')}
          {flag('email')}
          {flag('telefone')}
          {flag('mei')}
        </Box>
      )}
    </Box>
  );
}
