import { SUCCESS } from '../content/account.ts';
import { useConfirmPayment } from '../features/checkout/use-confirm-payment.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import moored from '../ui/pictures/success.svg';
import { Result } from '../ui/Result.tsx';
import { ScriptNotice } from '../ui/ScriptNotice.tsx';

export function SuccessPage() {
  const { confirming, proceed } = useConfirmPayment();
  const { title, text, pictureAlt, action } = SUCCESS;
  return (
    <Result picture={moored} pictureAlt={pictureAlt} title={title} text={text}>
      <ScriptNotice text={SUCCESS.withoutScript} />
      <BusyButton busy={confirming} onClick={proceed}>
        {action}
      </BusyButton>
    </Result>
  );
}
