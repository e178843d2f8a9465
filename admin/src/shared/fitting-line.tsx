import { styled } from '@mui/material';
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
    // keeps the separator at the start of a part
    whiteSpace: 'pre',
  },
});

interface FittingLineProps extends HTMLAttributes<HTMLSpanElement> {
  /** The most important first. */
  parts: readonly ReactNode[];
}

/** One line of several parts; those that do not fit wrap to a hidden line instead of being cut. */
export function FittingLine({ parts, ...line }: FittingLineProps) {
  return (
    <Line {...line}>
      {parts.map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </Line>
  );
}

/** 'a · b · c' as parts for {@link FittingLine}. */
export function dotted(texts: readonly string[]): string[] {
  return texts.map((text, index) => (index === 0 ? text : ` · ${text}`));
}
