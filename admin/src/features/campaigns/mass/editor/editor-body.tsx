import { Box, Button, StepButton, Step as StepItem, Stepper } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { controlOf } from '../../../../shared/focus';
import { useUnsaved } from '../../../../shared/unsaved-changes';
import type { Campaign } from '../types';
import { AudienceStep } from './audience-step';
import { MessageStep, type WrittenText } from './message-step';
import { PhonePreview } from './phone-preview';
import { ReviewActions } from './review-actions';
import { ReviewStep } from './review-step';
import { SendingStep } from './sending-step';
import { type Step, stepOf, steps } from './steps';
import { useContent } from './use-content';

function Steps({ step, onPick }: { step: Step; onPick: (step: Step) => void }) {
  const translate = useTranslate();
  return (
    <Stepper
      nonLinear
      alternativeLabel
      activeStep={steps.indexOf(step)}
      aria-label={translate('campaigns.editor.steps')}
      sx={{ mb: 2.5, '& .MuiStep-root': { px: 0.5 } }}
    >
      {steps.map((name, index) => (
        <StepItem key={name} completed={index < steps.indexOf(step)}>
          <StepButton onClick={() => onPick(name)}>{translate(`campaigns.editor.step_${name}`)}</StepButton>
        </StepItem>
      ))}
    </Stepper>
  );
}

/** After a refusal: opens the step of the first field in error. A step that opens has the focus, or its field in error. */
function useStepFocus(step: Step, onStep: (step: Step) => void) {
  const box = useRef<HTMLDivElement>(null);
  const { clearErrors } = useFormContext();
  const { errors, submitCount } = useFormState();
  const shown = useRef(step);
  const focus = () => {
    const field = box.current?.querySelector<HTMLElement>('section:not([hidden]) [aria-invalid=true]');
    const target = field ? controlOf(field) : box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: field ? 'center' : 'nearest' });
  };
  const refused = useEffectEvent(() => {
    const faulty = new Set(Object.keys(errors).map(stepOf));
    const first = steps.find((name) => faulty.has(name));
    if (!first) return;
    if (first === step) focus();
    else onStep(first);
  });
  const opened = useEffectEvent((next: Step) => {
    if (shown.current !== next) focus();
    shown.current = next;
  });
  useEffect(() => {
    if (submitCount > 0) refused();
  }, [submitCount]);
  useEffect(() => opened(step), [step]);
  // what was said of a field that has no input would stay, and keep the form from being sent again
  const clear = useEffectEvent(() => clearErrors());
  useEffect(() => {
    const form = box.current?.closest('form');
    const forget = () => clear();
    form?.addEventListener('submit', forget);
    return () => form?.removeEventListener('submit', forget);
  }, []);
  return box;
}

const section = { minWidth: 0, display: 'grid', gap: 3, '&[hidden]': { display: 'none' } } as const;

interface EditorBodyProps {
  record: Campaign | null;
  plannedAt: string | null;
  step: Step;
  /** Where the form is led by what submits it. */
  target: RefObject<Step | null>;
  onStep: (step: Step) => void;
}

/** The steps, all of which stay mounted, so that all fields are validated; beside them the phone. */
export function EditorBody({ record, plannedAt, step, target, onStep }: EditorBodyProps) {
  const translate = useTranslate();
  const { isDirty, isSubmitting } = useFormState();
  const [written, setWritten] = useState<WrittenText>({ of: 'message', number: 1 });
  const { content, audience, counts, minInterval, message } = useContent(record, written);
  const box = useStepFocus(step, onStep);
  // what is being stored leaves the page by itself
  useUnsaved(isDirty && !isSubmitting);
  const at = steps.indexOf(step);
  const previous = steps[at - 1];
  const lead = (to: Step) => {
    target.current = to;
  };
  const pick = (to: Step) => {
    if (steps.indexOf(to) <= at) return onStep(to);
    lead(to);
    box.current?.closest('form')?.requestSubmit();
  };
  return (
    <Box ref={box} sx={{ pb: 3 }}>
      <Steps step={step} onPick={pick} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 3, md: 4 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0, display: 'grid', gap: 3, pt: 1 }}>
          <Box component="section" hidden={step !== 'audience'} sx={section}>
            <AudienceStep counts={counts} follows={record?.follows ?? null} />
          </Box>
          <Box component="section" hidden={step !== 'message'} sx={section}>
            <MessageStep {...message} onWrite={setWritten} />
          </Box>
          <Box component="section" hidden={step !== 'sending'} sx={section}>
            <SendingStep scheduled={!record?.follows} paced={!message.templated} minInterval={minInterval} />
          </Box>
          {step === 'review' && record && (
            <Box component="section" sx={section}>
              <ReviewStep campaign={record} plannedAt={plannedAt} />
            </Box>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
            {previous && (
              <Button onClick={() => onStep(previous)} sx={{ mr: 'auto' }}>
                {translate('campaigns.editor.back')}
              </Button>
            )}
            {step !== 'review' && (
              <>
                <Button type="submit" variant="outlined" loading={isSubmitting} onClick={() => lead(step)}>
                  {translate('campaigns.editor.save')}
                </Button>
                <Button
                  type="submit"
                  variant="contained"
                  loading={isSubmitting}
                  onClick={() => lead(steps[at + 1] ?? step)}
                >
                  {translate('campaigns.editor.next')}
                </Button>
              </>
            )}
            {step === 'review' && record && <ReviewActions campaign={record} plannedAt={plannedAt} />}
          </Box>
        </Box>
        <Box sx={{ position: { md: 'sticky' }, top: 8, display: 'grid', justifyItems: 'center', height: { md: 620 } }}>
          <PhonePreview content={content} {...audience} />
        </Box>
      </Box>
    </Box>
  );
}
