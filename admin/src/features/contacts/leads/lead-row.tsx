import Place from '@mui/icons-material/PlaceOutlined';
import { Box, Checkbox, IconButton, Link, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCnpj, type Lead, mapAddress } from './use-leads';

interface LeadRowProps {
  lead: Lead;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onOpen: () => void;
}

const phoneText = ({ ddd, numero }: Lead['telefones'][number]): string =>
  `(${ddd}) ${numero.replace(/^(\d{4,5})(\d{4})$/, '$1-$2')}`;

/** The phones of a company, as people write them. */
export const phonesText = ({ telefones }: Lead): string => telefones.map(phoneText).join(' · ');

/** A company of the list: what it is called and does, where it is, how to reach it. */
export function LeadRow({ lead, chosen, onChoose, onOpen }: LeadRowProps) {
  const translate = useTranslate();
  const name = lead.nome_fantasia || lead.razao_social;
  const dim = { color: 'text.secondary', overflowWrap: 'anywhere' } as const;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '40px minmax(0, 1fr) 40px', md: '40px minmax(0, 1.5fr) minmax(0, 1fr) 40px' },
        columnGap: 1,
        alignItems: 'center',
        px: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'atende.lineSoft',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Checkbox
        checked={chosen}
        onChange={(_, on) => onChoose(on)}
        slotProps={{ input: { 'aria-label': translate('leads.choose', { name }) } }}
        sx={{ gridRow: { xs: 'span 2', md: 'auto' } }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Link
          component="button"
          type="button"
          onClick={onOpen}
          sx={{ fontWeight: 600, fontSize: 'inherit', textAlign: 'left', minHeight: 24, overflowWrap: 'anywhere' }}
        >
          {name}
        </Link>
        <Typography variant="body2" sx={dim}>
          {formatCnpj(lead.cnpj)} · {lead.atividade_principal.descricao}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0, gridColumn: { xs: 2, md: 3 }, gridRow: { xs: 2, md: 1 } }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {[phonesText(lead), lead.email].filter(Boolean).join(' · ') || translate('leads.no_reach')}
        </Typography>
        <Typography variant="body2" sx={dim}>
          {[lead.bairro, `${lead.municipio} - ${lead.estado}`].filter(Boolean).join(', ')}
        </Typography>
      </Box>
      <Tooltip title={translate('leads.map', { name })}>
        <IconButton
          href={mapAddress(lead)}
          target="_blank"
          rel="noopener noreferrer"
          sx={{ gridColumn: { xs: 3, md: 4 }, gridRow: 1 }}
        >
          <Place />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
