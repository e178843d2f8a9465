import { useMemo, useRef, useState } from 'react';
import { Form, RecordContextProvider, useNotify, useTranslate } from 'react-admin';
import { useQueuesAndConnections } from '../../../../conversation/data/company-queries';
import { mediaField } from '../../../../conversation/ui/forms/media-input';
import { ApiError } from '../../../../providers/http';
import { formValues, payloadOf } from '../../../../schema/form/form-values';
import type { ResourceView } from '../../../../schema/types';
import { errorText } from '../../../../shared/error-text';
import { onlyChoice } from '../../../../shared/only-choice';
import type { Campaign } from '../types';
import { storeCampaign, storeMedia } from '../use-campaign';
import { EditorBody } from './editor-body';
import { EditorFormContext } from './editor-field';
import { missingIn } from './missing';
import { type Step, steps } from './steps';
import { isTemplated } from './use-content';

type Values = Record<string, unknown>;

interface EditorFormProps {
  view: ResourceView;
  /** null creates one. */
  record: Campaign | null;
  step: Step;
  onStep: (step: Step) => void;
  onStored: (record: Campaign, step: Step) => void;
}

/** The four steps, which are one form. It is stored before the review, and whenever somebody saves. */
export function EditorForm({ view, record, step, onStep, onStored }: EditorFormProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const target = useRef<Step | null>(null);
  // of a campaign whose file was refused after it had been created
  const storedId = useRef<number | null>(null);
  const fields = record ? view.form.edit : view.form.create;
  // its time is stored when it is confirmed in the review
  const [plannedAt, setPlannedAt] = useState<string | null>(null);
  const { connections } = useQueuesAndConnections();
  const only = record ? null : onlyChoice(connections);
  const values = useMemo(
    () => ({
      ...formValues(fields, record),
      ...(only !== null && { whatsappId: only }),
      template: record?.template ?? null,
      scheduledAt: record?.scheduledAt ?? plannedAt,
      [mediaField]: undefined,
      // a form is reset when its record differs
      updatedAt: record?.updatedAt,
    }),
    [fields, record, plannedAt, only],
  );
  const form = useMemo(() => ({ fields, creating: record === null }), [fields, record]);
  const submit = async (typed: Values): Promise<Record<string, string> | undefined> => {
    const index = steps.indexOf(step);
    // Enter in a field goes on, as the button does
    const to = target.current ?? steps[index + 1] ?? step;
    target.current = null;
    const templated = isTemplated(connections, typed['whatsappId']);
    for (const passed of steps.slice(index, steps.indexOf(to))) {
      const lacks = missingIn(passed, typed, templated);
      if (Object.keys(lacks).length === 0) continue;
      return Object.fromEntries(Object.entries(lacks).map(([name, key]) => [name, translate(key)]));
    }
    if (to !== step && to !== 'review') {
      onStep(to);
      return undefined;
    }
    try {
      const at = typeof typed['scheduledAt'] === 'string' ? typed['scheduledAt'] : null;
      const body = {
        ...payloadOf(fields, typed),
        // none of them means every day
        weekdays: Array.isArray(typed['weekdays']) && typed['weekdays'].length > 0 ? typed['weekdays'] : null,
        scheduledAt: record?.status === 'PROGRAMADA' ? at : null,
        ...(templated ? { template: typed['template'], fileListId: null } : { template: null }),
      };
      const stored = await storeCampaign(record?.id ?? storedId.current, body);
      storedId.current = stored.id;
      setPlannedAt(at);
      onStored(await storeMedia(stored, typed), to);
      if (to === step) notify(view.saved || 'app.success', { type: 'success' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return error instanceof ApiError ? error.fields : undefined;
    }
    return undefined;
  };
  return (
    <EditorFormContext value={form}>
      <RecordContextProvider value={record ?? undefined}>
        <Form record={values} onSubmit={submit} noValidate disableInvalidFormNotification>
          <EditorBody record={record} plannedAt={plannedAt} step={step} target={target} onStep={onStep} />
        </Form>
      </RecordContextProvider>
    </EditorFormContext>
  );
}
