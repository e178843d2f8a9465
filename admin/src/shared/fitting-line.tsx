import { styled } from '@mui/material/styles';
import type { HTMLAttributes, ReactNode } from 'react';

const Line = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  minWidth: 0,
  height: '1lh',
  overflow: 'hidden',
  '& > span': {
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    // each begins with what stands between it and the one before
    whiteSpace: 'pre',
  },
});

interface FittingLineProps extends HTMLAttributes<HTMLSpanElement> {
  /** The most important first. */
  parts: readonly ReactNode[];
}

/** One line of several parts: those that do not fit go to a next line, which is not seen, instead of one being cut. */
export function FittingLine({ parts, ...line }: FittingLineProps) {
  return (
    <Line {...line}>
      {parts.map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </Line>
  );
}

/** 'a · b · c' as parts of such a line. */
export function dotted(texts: readonly string[]): string[] {
  return texts.map((text, index) => (index === 0 ? text : ` · ${text}`));
}
