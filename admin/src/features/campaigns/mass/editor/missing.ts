import { hasPassed } from '../has-passed';
import { confirmationNames, messageNames, type Step } from './steps';

/** What a step lacks before the next one makes sense, by field, as keys of texts. A draft may lack it. */
export function missingIn(
  step: Step,
  values: Readonly<Record<string, unknown>>,
  templated: boolean,
): Record<string, string> {
  const blank = (name: string) => String(values[name] ?? '').trim() === '';
  const lacks: Record<string, string> = {};
  if (step === 'audience') {
    if (blank('whatsappId')) lacks['whatsappId'] = 'campaigns.editor.choose_connection';
    // one of both is shown
    if (blank('contactListId') && blank('tagListId') && blank('followsId'))
      lacks['contactListId'] = lacks['tagListId'] = 'campaigns.editor.choose_recipients';
  }
  if (step === 'message') {
    const asks = values['confirmation'] === true;
    if (templated && !values['template']) lacks['template'] = 'campaigns.editor.choose_template';
    if (!templated && asks && confirmationNames.every(blank))
      lacks['confirmationMessage1'] = 'campaigns.editor.write_confirmation';
    if ((!templated || asks) && messageNames.every(blank)) lacks['message1'] = 'campaigns.editor.write_message';
  }
  if (step === 'sending' && hasPassed(String(values['scheduledAt'] ?? '')))
    lacks['scheduledAt'] = 'campaigns.editor.start_passed';
  return lacks;
}
