import { Link, styled } from '@mui/material';
import { Fragment, type ReactNode, useMemo } from 'react';
import { textSize } from '../../../shared/type-scale';
import { noteParts } from '../../model/note';
import { highlightWords } from '../../model/search-highlight';
import { parseText, type TextNode } from '../../model/text-format';
import type { Named } from '../../model/types';
import { linkedTicket, TicketChip } from './ticket-chip';

const Mono = styled('code')({
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: textSize.small,
  whiteSpace: 'pre-wrap',
});

const htmlTags = { bold: 'strong', italic: 'em', strike: 's' } as const;

const Highlight = styled('mark')(({ theme }) => ({
  color: 'inherit',
  borderRadius: 3,
  background: theme.palette.atende.note,
  boxShadow: `0 0 0 1px ${theme.palette.atende.noteLine}`,
}));

export function HighlightedText({ text, searchTerms }: { text: string; searchTerms: readonly string[] | undefined }) {
  if (!searchTerms) return text;
  return highlightWords(text, searchTerms).map((piece, index) =>
    piece.highlighted ? <Highlight key={index}>{piece.text}</Highlight> : piece.text,
  );
}

const Mention = styled('b')(({ theme }) => ({
  fontWeight: 600,
  padding: '0 2px',
  borderRadius: 4,
  background: `color-mix(in srgb, ${theme.palette.primary.main} 16%, transparent)`,
}));

interface Marked {
  searchTerms: readonly string[] | undefined;
  /** Colleagues who are named after an @. */
  mentions: readonly Named[];
}

export function Words({ text, searchTerms, mentions }: Marked & { text: string }) {
  return noteParts(text, mentions).map((part, index) =>
    part.mention ? (
      <Mention key={index}>{part.text}</Mention>
    ) : (
      <Fragment key={index}>
        <HighlightedText text={part.text} searchTerms={searchTerms} />
      </Fragment>
    ),
  );
}

function render(nodes: readonly TextNode[], marked: Marked): ReactNode {
  // the parts of a text never change one by one, so the index is a stable key
  return nodes.map((node, index) => {
    const key = `${index}:${node.type}`;
    if (node.type === 'text') return <Words key={key} text={node.text} {...marked} />;
    if (node.type === 'mono')
      return (
        <Mono key={key}>
          <HighlightedText text={node.text} searchTerms={marked.searchTerms} />
        </Mono>
      );
    if (node.type === 'link') {
      const link = (
        <Link key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow" underline="always">
          {node.text}
        </Link>
      );
      const ticket = linkedTicket(node.href);
      return ticket === null ? (
        link
      ) : (
        <TicketChip key={key} uuid={ticket}>
          {link}
        </TicketChip>
      );
    }
    const Tag = htmlTags[node.type];
    return <Tag key={key}>{render(node.children, marked)}</Tag>;
  });
}

const noMentions: readonly Named[] = [];

interface FormattedTextProps {
  text: string;
  searchTerms?: readonly string[] | undefined;
  mentions?: readonly Named[];
}

/** Renders WhatsApp formatting, links and mentions as elements, never as HTML. */
export function FormattedText({ text, searchTerms, mentions = noMentions }: FormattedTextProps) {
  const nodes = useMemo(() => parseText(text), [text]);
  return <>{render(nodes, { searchTerms, mentions })}</>;
}
