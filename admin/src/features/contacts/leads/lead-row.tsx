import Place from '@mui/icons-material/PlaceOutlined';
import { Box, Checkbox, IconButton, Link, Tooltip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ellipsis } from '../../../shared/ellipsis';
import { sentenceCase, titleCase } from './title-case';
import { formatCnpj, type Lead, mapAddress } from './use-leads';

interface LeadRowProps {
  lead: Lead;
  chosen: boolean;
  phone: boolean;
  onChoose: (chosen: boolean) => void;
  onOpen: () => void;
}

const phoneText = ({ ddd, numero }: Lead['telefones'][number]): string =>
  `(${ddd}) ${numero.replace(/^(\d{4,5})(\d{4})$/, '$1-$2')}`;

/** The phones of a company, as people write them. */
export const phonesText = ({ telefones }: Lead): string => telefones.map(phoneText).join(' · ');

/** What people call the company. */
export const leadName = ({ nome_fantasia, razao_social }: Lead): string => titleCase(nome_fantasia || razao_social);

/** A company of the list: what it is called and does, where it is, how to reach it; three lines on a phone. */
export function LeadRow({ lead, chosen, phone, onChoose, onOpen }: LeadRowProps) {
  const translate = useTranslate();
  const name = leadName(lead);
  const text = phone ? ellipsis : ({ overflowWrap: 'anywhere' } as const);
  const dim = { color: 'text.secondary', ...text };
  const activity = sentenceCase(lead.atividade_principal.descricao);
  const reach = [phonesText(lead), ...(phone ? [] : [lead.email])].filter(Boolean).join(' · ');
  const city = `${titleCase(lead.municipio)} - ${lead.estado}`;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '40px minmax(0, 1fr) 40px', sm: '40px minmax(0, 1.5fr) minmax(0, 1fr) 40px' },
        columnGap: 1,
        alignItems: 'center',
        px: { xs: 0.5, sm: 1 },
        py: { xs: 0.5, sm: 1 },
        borderBottom: 1,
        borderColor: 'atende.lineSoft',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Checkbox
        checked={chosen}
        onChange={(_, on) => onChoose(on)}
        slotProps={{ input: { 'aria-label': translate('leads.choose', { name }) } }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Link
          component="button"
          type="button"
          onClick={onOpen}
          sx={{ fontWeight: 600, fontSize: 'inherit', textAlign: 'left', minHeight: 24, maxWidth: '100%', ...text }}
        >
          {name}
        </Link>
        <Typography variant="body2" sx={dim}>
          {phone ? activity : `${formatCnpj(lead.cnpj)} · ${activity}`}
        </Typography>
        {phone && (
          <Typography variant="body2" sx={text}>
            {[reach, city].filter(Boolean).join(' · ')}
          </Typography>
        )}
      </Box>
      {!phone && (
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={text}>
            {reach || translate('leads.no_reach')}
          </Typography>
          <Typography variant="body2" sx={dim}>
            {[titleCase(lead.bairro), city].filter(Boolean).join(', ')}
          </Typography>
        </Box>
      )}
      <Tooltip title={translate('leads.map', { name })}>
        <IconButton href={mapAddress(lead)} target="_blank" rel="noopener noreferrer">
          <Place />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
