import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  gap: '7px 10px',
  margin: 0,
  '& dt': { color: theme.palette.text.secondary, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& dd': { margin: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '& dd[data-word=true]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

interface FactsProps {
  title?: string;
  facts: { id?: number; name: string; value: string | null | undefined }[];
}

/** Names and values; what is not known is left out. */
export function Facts({ title, facts }: FactsProps) {
  const known = facts.filter(({ value }) => value);
  if (known.length === 0) return null;
  return (
    <Box sx={{ pt: 1.75, borderTop: 1, borderColor: 'divider' }}>
      {title && (
        <Typography variant="h4" component="h3" sx={{ color: 'atende.faint', mb: 1 }}>
          {title}
        </Typography>
      )}
      <List>
        {known.map((fact) => (
          <div key={fact.id ?? fact.name} style={{ display: 'contents' }}>
            <dt>{fact.name}</dt>
            <dd title={fact.value ?? undefined} data-word={!/\s/.test(fact.value ?? '')}>
              {fact.value}
            </dd>
          </div>
        ))}
      </List>
    </Box>
  );
}
