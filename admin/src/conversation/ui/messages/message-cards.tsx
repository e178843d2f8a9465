import Campaign from '@mui/icons-material/CampaignOutlined';
import { Box, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import { textSize } from '../../../shared/type-scale';
import { type Ad, type FormAnswer, moneyText, type Order } from '../../model/message-content';
import type { Message } from '../../model/types';
import { Card, CardLink, CardText } from './bubble-styles';

/** The advertisement that the customer came from; its picture is served by us. */
export function AdCard({ ad, preview }: { ad: Ad; preview: Message['preview'] }) {
  const translate = useTranslate();
  const { headline, text, url } = ad;
  const content = (
    <>
      {preview?.imageUrl ? (
        <Box
          component="img"
          src={preview.imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          sx={{ width: 56, height: 56, borderRadius: '8px', objectFit: 'cover', flex: 'none' }}
        />
      ) : (
        <Campaign aria-hidden sx={{ color: 'text.secondary', flex: 'none' }} />
      )}
      <CardText>
        <span>{translate('message.card.ad')}</span>
        <b>{headline ?? text ?? translate('message.card.ad_untitled')}</b>
        {headline !== null && text !== null && <span>{text}</span>}
      </CardText>
    </>
  );
  const size = { width: 300, maxWidth: '100%', boxSizing: 'border-box', minWidth: 0 } as const;
  return url === null ? (
    <Card sx={size}>{content}</Card>
  ) : (
    <CardLink href={url} target="_blank" rel="noopener noreferrer nofollow" sx={size}>
      {content}
    </CardLink>
  );
}

const Table = styled('table')(({ theme }) => ({
  minWidth: 200,
  maxWidth: '100%',
  marginBottom: 4,
  borderCollapse: 'collapse',
  fontSize: textSize.small,
  '& caption': { textAlign: 'left', fontWeight: 600, fontSize: textSize.body, paddingBottom: 4 },
  '& th, & td': {
    padding: '4px 8px 4px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& th': { fontWeight: 400, color: theme.palette.text.secondary },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', paddingRight: 0 },
  '& tfoot td': { fontWeight: 600 },
}));

export function OrderTable({ order }: { order: Order }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { lines, total, catalog } = order;
  return (
    <>
      <Table>
        <caption>{translate('message.card.order')}</caption>
        <tbody>
          {lines.map(({ name, quantity, price, currency }, index) => (
            // a product may repeat
            <tr key={index}>
              <td>{`${quantity} × ${name || translate('message.card.item')}`}</td>
              <td className="number">{price === null ? '' : moneyText(price, currency, locale)}</td>
            </tr>
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr>
              <td>{translate('message.card.total')}</td>
              <td className="number">{moneyText(total.amount, total.currency, locale)}</td>
            </tr>
          </tfoot>
        )}
      </Table>
      {catalog !== '' && <Small>{translate('message.card.catalog', { id: catalog })}</Small>}
    </>
  );
}

const Small = styled('div')(({ theme }) => ({
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

/** The answers of a form. */
export function FormTable({ title, answers }: { title: string; answers: readonly FormAnswer[] }) {
  return (
    <Table>
      <caption>{title}</caption>
      <tbody>
        {answers.map(({ label, answer }, index) => (
          // a question may repeat
          <tr key={index}>
            <th scope="row">{label}</th>
            <td>{answer}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The product that a message asks about. */
export function ProductLine({ product }: { product: string }): ReactNode {
  const translate = useTranslate();
  return <Small>{translate('message.card.product', { id: product })}</Small>;
}
