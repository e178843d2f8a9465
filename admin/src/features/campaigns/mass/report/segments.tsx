import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import { Button, Menu, MenuItem, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Answer } from '../../../../providers/api-types';
import { api } from '../../../../providers/http';
import { ConfirmDialog } from '../../../../shared/confirm-dialog';
import { FormDialog } from '../../../../shared/form-dialog';
import { formatCount } from '../../../../shared/format';
import { idOf, type NameChoice, type Named, NameField } from '../../../../shared/name-field';
import { useTask } from '../../../../shared/use-task';
import { useDuplicate } from '../use-duplicate';
import type { Report } from './use-report';

const newTagColor = '#1f6feb';

interface DialogProps {
  id: number;
  /** The filter of the recipients as a query. */
  query: string;
  count: string;
  onClose: () => void;
}

/** A copy of the campaign for a part of its recipients, which opens in the editor. */
function CopyDialog({ id, query, count, onClose }: DialogProps) {
  const translate = useTranslate();
  const { busy, act } = useDuplicate({ id });
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={translate('campaigns.segments.copy_title', { count })}
      message={translate('campaigns.segments.copy_help')}
      confirmLabel={translate('campaigns.segments.copy')}
      onConfirm={() => void act(query)}
      onClose={onClose}
    />
  );
}

/** Where recipients are put: onto a contact list, or under a tag. */
const targets = {
  list: {
    resource: 'contact-lists',
    create: (name: string) => ({ name }),
    body: (contactListId: number) => ({ contactListId }),
  },
  tag: {
    resource: 'tags',
    create: (name: string) => ({ name, color: newTagColor }),
    body: (tagId: number) => ({ tagId }),
  },
} as const;

type Result = Answer<'CampaignSegmentsController_addToList'> | Answer<'CampaignSegmentsController_tag'>;

function TargetDialog({ target, id, query, count, onClose }: DialogProps & { target: keyof typeof targets }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { busy, run } = useTask();
  const [choice, setChoice] = useState<NameChoice>(null);
  const [tried, setTried] = useState(false);
  const { resource, create, body } = targets[target];
  const known = useQuery({
    queryKey: [resource, 'list'],
    queryFn: ({ signal }) => api<Named[]>(`/${resource}/list`, { signal }),
  });
  const options = known.data ?? [];
  const submit = () =>
    run(async () => {
      const chosen = await idOf(choice, options, (name) => api(`/${resource}`, { method: 'POST', body: create(name) }));
      setTried(true);
      if (chosen === null) return;
      const path = `/campaigns/${id}/recipients/${target}?${query}`;
      const result = await api<Result>(path, { method: 'POST', body: body(chosen) });
      void client.invalidateQueries({ queryKey: [resource] });
      if (target === 'tag') void client.invalidateQueries({ queryKey: ['contacts'] });
      notify(`campaigns.segments.${target}_done`, { type: 'success', messageArgs: { ...result } });
      onClose();
    });
  return (
    <FormDialog
      title={translate(`campaigns.segments.${target}`)}
      submit={translate('campaigns.segments.add')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Typography>{translate('campaigns.segments.lead', { count })}</Typography>
      <NameField
        label={translate(`campaigns.segments.${target}_name`)}
        help={translate(`campaigns.segments.${target}_help`)}
        error={tried && !choice ? translate(`campaigns.segments.${target}_required`) : undefined}
        options={options}
        value={choice}
        onChange={setChoice}
      />
    </FormDialog>
  );
}

const uses = ['copy', 'list', 'tag'] as const;

/** What can be done with the recipients that the filter shows. */
export function SegmentTools(props: Omit<DialogProps, 'onClose'>) {
  const translate = useTranslate();
  const [use, setUse] = useState<(typeof uses)[number] | null>(null);
  const close = () => setUse(null);
  return (
    <>
      {uses.map((name) => (
        <Button key={name} size="small" variant="outlined" onClick={() => setUse(name)}>
          {translate(`campaigns.segments.${name}`)}
        </Button>
      ))}
      {use === 'copy' && <CopyDialog {...props} onClose={close} />}
      {(use === 'list' || use === 'tag') && <TargetDialog {...props} target={use} onClose={close} />}
    </>
  );
}

/** Sends something to those who did not read or reply, or whose message failed. */
export function SendAgain({ report: { campaign, totals } }: { report: Report }) {
  const translate = useTranslate();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<keyof typeof groups | null>(null);
  const groups = {
    unread: totals.unread,
    unreplied: totals.unreplied,
    failed: totals.failed,
  } as const;
  const names = (Object.keys(groups) as (keyof typeof groups)[]).filter((name) => groups[name] > 0);
  if (names.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<ArrowDropDown />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('campaigns.segments.send_to')}
      </Button>
      <Menu id={menuId} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {names.map((name) => (
          <MenuItem
            key={name}
            onClick={() => {
              setAnchor(null);
              setChosen(name);
            }}
          >
            {translate(`campaigns.segments.${name}`, { count: formatCount(groups[name]) })}
          </MenuItem>
        ))}
      </Menu>
      {chosen && (
        <CopyDialog
          id={campaign.id}
          query={`status=${chosen}`}
          count={formatCount(groups[chosen])}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
