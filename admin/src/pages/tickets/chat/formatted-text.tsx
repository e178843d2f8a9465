import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Fragment, type ReactNode, useMemo } from 'react';
import { parseText, type TextNode } from '../model/text-format';

const Mono = styled('code')({
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.93em',
  whiteSpace: 'pre-wrap',
});

const tags = { bold: 'strong', italic: 'em', strike: 's' } as const;

function render(nodes: readonly TextNode[]): ReactNode {
  // A text never changes its pieces one by one, so their place is identity enough.
  return nodes.map((node, index) => {
    const key = `${index}:${node.type}`;
    if (node.type === 'text') return <Fragment key={key}>{node.text}</Fragment>;
    if (node.type === 'mono') return <Mono key={key}>{node.text}</Mono>;
    if (node.type === 'link') {
      return (
        <Link key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow" underline="always">
          {node.text}
        </Link>
      );
    }
    const Tag = tags[node.type];
    return <Tag key={key}>{render(node.children)}</Tag>;
  });
}

/** A message text with WhatsApp's marks and its links, as elements and never as HTML. */
export function FormattedText({ text }: { text: string }) {
  return <>{render(useMemo(() => parseText(text), [text]))}</>;
}
