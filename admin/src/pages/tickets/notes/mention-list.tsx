import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { textSize } from '../../../shared/type-scale';
import { AboveField } from '../composer/above-field';
import type { Named } from '../model/types';

export interface MentionListProps {
  listId: string;
  found: readonly Named[];
  active: number;
  state: 'ready' | 'loading' | 'failed';
  optionId: (person: Named) => string;
  onActive: (index: number) => void;
  onPick: (person: Named) => void;
}

/** Colleagues above the field, or what there is to say instead of them. */
export function MentionList({ listId, found, active, state, optionId, onActive, onPick }: MentionListProps) {
  const translate = useTranslate();
  return (
    <AboveField width={360}>
      {found.length > 0 ? (
        <Box
          component="ul"
          id={listId}
          role="listbox"
          aria-label={translate('notes.people')}
          sx={{ m: 0, p: 0.75, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}
        >
          {found.map((person, index) => (
            <Box
              component="li"
              key={person.id}
              id={optionId(person)}
              role="option"
              aria-selected={index === active}
              onMouseMove={index === active ? undefined : () => onActive(index)}
              onClick={() => onPick(person)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.25,
                minHeight: 36,
                px: 1,
                borderRadius: '8px',
                cursor: 'pointer',
                overflowWrap: 'anywhere',
                '&[aria-selected=true]': { bgcolor: 'atende.priSoft' },
              }}
            >
              <Avatar name={person.name} seed={person.id} size={24} />
              {person.name}
            </Box>
          ))}
        </Box>
      ) : (
        <Box role="status" sx={{ px: 1.5, py: 1, fontSize: textSize.small, color: 'text.secondary' }}>
          {translate(`notes.people_${state}`)}
        </Box>
      )}
    </AboveField>
  );
}
