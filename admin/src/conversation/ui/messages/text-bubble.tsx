import { Bubble, Text } from './bubble-styles';
import { FormattedText } from './formatted-text';

/** A text as a customer's phone shows it. */
export default function TextBubble({ text }: { text: string }) {
  return (
    <Bubble data-me={false} data-tail data-highlighted={false}>
      <Text data-large={false}>
        <FormattedText text={text} />
      </Text>
    </Bubble>
  );
}
