import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import { type Note, noteParts } from '../model/note';

const Mention = styled('b')(({ theme }) => ({ fontWeight: 600, color: theme.palette.primary.main }));

/** The words of a note with the people it names. */
export function NoteText({ note: { note, mentions } }: { note: Note }) {
  return noteParts(note, mentions).map(({ text, mention }, index) =>
    mention ? <Mention key={index}>{text}</Mention> : <Fragment key={index}>{text}</Fragment>,
  );
}
