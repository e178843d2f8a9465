import Close from '@mui/icons-material/Close';
import Place from '@mui/icons-material/PlaceOutlined';
import { Box, Button, Chip, Drawer, IconButton, Link, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { formatDate, formatMoney } from '../../../shared/format';
import { LoadFailed } from '../../../shared/load-failed';
import { phonesText } from './lead-row';
import { sentenceCase, titleCase } from './title-case';
import { formatCnpj, type LeadSheet, mapAddress, useLeadSheet } from './use-leads';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children || '–'}
      </Box>
    </Box>
  );
}

const dayText = (day: string | null): string => (day ? formatDate(`${day}T12:00:00`) : '');

function Sheet({ lead }: { lead: LeadSheet }) {
  const translate = useTranslate();
  const label = (name: string): string => translate(`leads.sheet.${name}`);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 2 }}>
        <Chip
          size="small"
          label={sentenceCase(lead.situacao_cadastral)}
          color={lead.situacao_cadastral === 'ATIVA' ? 'success' : 'default'}
          variant="outlined"
        />
        <Chip size="small" label={sentenceCase(lead.matriz_filial)} variant="outlined" />
        {lead.mei === 'Sim' && <Chip size="small" label="MEI" variant="outlined" />}
        {lead.simples === 'Sim' && <Chip size="small" label="Simples" variant="outlined" />}
      </Box>
      <Box component="dl" sx={{ display: 'grid', gap: 1.5, m: 0 }}>
        <Line label={label('razao_social')}>{titleCase(lead.razao_social)}</Line>
        <Line label="CNPJ">{formatCnpj(lead.cnpj)}</Line>
        <Line label={label('phones')}>{phonesText(lead)}</Line>
        <Line label={label('email')}>{lead.email && <Link href={`mailto:${lead.email}`}>{lead.email}</Link>}</Line>
        <Line label={label('address')}>
          {[titleCase(lead.endereco), titleCase(lead.bairro), `${titleCase(lead.municipio)} - ${lead.estado}`, lead.cep]
            .filter(Boolean)
            .join(', ')}
        </Line>
        <Line label={label('activity')}>{sentenceCase(lead.atividade_principal.descricao)}</Line>
        {lead.atividades_secundarias.length > 0 && (
          <Line label={label('activities')}>
            {lead.atividades_secundarias.map(({ descricao }) => sentenceCase(descricao)).join(' · ')}
          </Line>
        )}
        <Line label={label('opened')}>{dayText(lead.data_abertura)}</Line>
        <Line label={label('size')}>{sentenceCase(lead.porte)}</Line>
        <Line label={label('capital')}>{formatMoney(lead.capital_social)}</Line>
        <Line label={label('nature')}>{lead.natureza_juridica}</Line>
        <Line label={label('status_since')}>
          {[dayText(lead.data_situacao_cadastral), sentenceCase(lead.motivo_situacao_cadastral)]
            .filter(Boolean)
            .join(' · ')}
        </Line>
      </Box>
      <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
        {label('partners')}
      </Typography>
      {lead.socios.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{label('no_partners')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {lead.socios.map(({ nome, tipo, qual, data_entrada }) => (
          <Box component="li" key={`${nome}${data_entrada}`} sx={{ overflowWrap: 'anywhere' }}>
            {titleCase(nome)}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[qual, sentenceCase(tipo), dayText(data_entrada)].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** The sheet of a company, with its partners. */
export function LeadDrawer({ cnpj, name, onClose }: { cnpj: string; name: string; onClose: () => void }) {
  const translate = useTranslate();
  const { data, error, refetch, isPending } = useLeadSheet(cnpj);
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-label': name, sx: { width: 'min(460px, 100vw)' } },
      }}
    >
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <IconButton autoFocus aria-label={translate('ra.action.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-label={translate('leads.sheet.title')}
        sx={{ p: 2, overflowY: 'auto', flex: 1 }}
      >
        {isPending && <Skeleton variant="rounded" height={320} />}
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data && <Sheet lead={data} />}
      </Box>
      {data && (
        <Box sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button
            fullWidth
            variant="outlined"
            startIcon={<Place />}
            href={mapAddress(data)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {translate('leads.sheet.map')}
          </Button>
        </Box>
      )}
    </Drawer>
  );
}
