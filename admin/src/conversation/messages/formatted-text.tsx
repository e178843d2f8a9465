import { Link, styled } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import { textSize } from '../../shared/type-scale';
import { highlightWords } from '../model/search-highlight';
import { parseText, type TextNode } from '../model/text-format';

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

function render(nodes: readonly TextNode[], searchTerms: readonly string[] | undefined): ReactNode {
  // the parts of a text never change one by one, so the index is a stable key
  return nodes.map((node, index) => {
    const key = `${index}:${node.type}`;
    if (node.type === 'text') return <HighlightedText key={key} text={node.text} searchTerms={searchTerms} />;
    if (node.type === 'mono')
      return (
        <Mono key={key}>
          <HighlightedText text={node.text} searchTerms={searchTerms} />
        </Mono>
      );
    if (node.type === 'link') {
      return (
        <Link key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow" underline="always">
          {node.text}
        </Link>
      );
    }
    const Tag = htmlTags[node.type];
    return <Tag key={key}>{render(node.children, searchTerms)}</Tag>;
  });
}

/** Renders WhatsApp formatting and links as elements, never as HTML. */
export function FormattedText({ text, searchTerms }: { text: string; searchTerms?: readonly string[] | undefined }) {
  const nodes = useMemo(() => parseText(text), [text]);
  return <>{render(nodes, searchTerms)}</>;
}
