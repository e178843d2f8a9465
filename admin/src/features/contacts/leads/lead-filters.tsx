import Tune from '@mui/icons-material/TuneOutlined';
import { Autocomplete, Box, Button, FormControlLabel, ListSubheader, MenuItem, Switch, TextField } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { DateField } from '../../../shared/date-field/date-field';
import { formatMoney } from '../../../shared/format';
import { useDebounced } from '../../../shared/use-debounced';
import {
  type LeadFilterName,
  type LeadFilters,
  useActivities,
  useMunicipalities,
  useSectors,
  useStates,
} from './use-leads';

const box = { flex: '1 1 180px', maxWidth: { sm: 260 }, minWidth: 0 } as const;
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
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={box}
    />
  );
}

interface LeadFilterBarProps {
  filters: LeadFilters;
  onChange: (change: LeadFilters) => void;
  onClear: () => void;
}

export function LeadFilterBar({ filters, onChange, onClear }: LeadFilterBarProps) {
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
    sx: box,
  };
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
      sx={{ ...box, maxWidth: { sm: 190 } }}
    />
  );
  const states = useStates().map(({ sigla, nome }) => ({ value: sigla, label: nome }));
  const active = further.filter((name) => filters[name]).length;
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
      {choice('estado', states)}
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
      <TextField
        select
        label={translate('leads.filters.setor')}
        value={sectors.some(({ codigo }) => codigo === filters.setor) ? filters.setor : ''}
        onChange={(event) => onChange({ setor: event.target.value, cnae_principal: '', pesquisa: '' })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={box}
      >
        <MenuItem value="">{translate('leads.filters.all')}</MenuItem>
        {sectors.flatMap(({ codigo, nome, secao, secao_nome }, index) => [
          ...(sectors[index - 1]?.secao === secao ? [] : [<ListSubheader key={secao}>{secao_nome}</ListSubheader>]),
          <MenuItem key={codigo} value={codigo}>
            {nome}
          </MenuItem>,
        ])}
      </TextField>
      <Autocomplete
        {...autocomplete}
        disabled={!filters.setor}
        options={activities}
        value={activities.find(({ codigo }) => codigo === filters.cnae_principal) ?? null}
        getOptionLabel={({ descricao }) => descricao}
        getOptionKey={({ codigo }) => codigo}
        onChange={(_, activity) => onChange({ cnae_principal: activity?.codigo ?? '' })}
        renderInput={(params) => <TextField {...params} label={translate('leads.filters.cnae_principal')} />}
      />
      <WordsField
        value={filters.pesquisa ?? ''}
        onChange={(pesquisa) => onChange({ pesquisa, ...(pesquisa ? { setor: '', cnae_principal: '' } : {}) })}
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
