import { SUCCESS } from '../content/account.ts';
import { BRAND } from '../content/brand.ts';
import { useConfirmPayment } from '../features/checkout/use-confirm-payment.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Main } from '../ui/Main.tsx';
import { Picture } from '../ui/Picture.tsx';
import moored from '../ui/pictures/success.svg';
import { ScriptNotice } from '../ui/ScriptNotice.tsx';

export function SuccessPage() {
  const { confirming, proceed } = useConfirmPayment();
  return (
    <Main className="result">
      <Picture src={moored} alt={SUCCESS.pictureAlt} width={480} height={300} lazy={false} />
      <h1>{SUCCESS.title}</h1>
      <p className="lead">{SUCCESS.text}</p>
      <ScriptNotice text={SUCCESS.withoutScript} email={BRAND.email} />
      <BusyButton busy={confirming} onClick={proceed}>
        {SUCCESS.action}
      </BusyButton>
    </Main>
  );
}
