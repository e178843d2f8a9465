import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
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

/** A text in which the sought words are marked. */
export function HighlightedText({ text, sought }: { text: string; sought: readonly string[] | undefined }) {
  if (!sought) return text;
  return highlightWords(text, sought).map((piece, index) =>
    piece.highlighted ? <Highlight key={index}>{piece.text}</Highlight> : piece.text,
  );
}

function render(nodes: readonly TextNode[], sought: readonly string[] | undefined): ReactNode {
  // A text never changes its pieces one by one, so their place is identity enough.
  return nodes.map((node, index) => {
    const key = `${index}:${node.type}`;
    if (node.type === 'text') return <HighlightedText key={key} text={node.text} sought={sought} />;
    if (node.type === 'mono')
      return (
        <Mono key={key}>
          <HighlightedText text={node.text} sought={sought} />
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
    return <Tag key={key}>{render(node.children, sought)}</Tag>;
  });
}

/** A message text with WhatsApp's marks and its links, as elements and never as HTML; words that are sought are marked. */
export function FormattedText({ text, sought }: { text: string; sought?: readonly string[] | undefined }) {
  const nodes = useMemo(() => parseText(text), [text]);
  return <>{render(nodes, sought)}</>;
}
