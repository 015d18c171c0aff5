import { SITE_PATHS } from '@outharbor/contract/paths';
import { useEffect } from 'react';
import { BRAND } from '../content/brand.ts';
import { NO_PAYMENT, SUCCESS } from '../content/success.ts';
import { useConfirmPayment } from '../features/checkout/use-confirm-payment.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import moored from '../ui/pictures/success.svg';
import { Result } from '../ui/Result.tsx';
import { ScriptNotice } from '../ui/ScriptNotice.tsx';

export function Page() {
  const { confirmation, proceed } = useConfirmPayment();
  if (confirmation === 'nothing') return <NoPayment />;
  const { title, text, pictureAlt, action } = SUCCESS;
  return (
    <Result picture={moored} pictureAlt={pictureAlt} title={title} text={text}>
      <ScriptNotice text={SUCCESS.withoutScript} />
      <BusyButton busy={confirmation === 'running'} onClick={proceed}>
        {action}
      </BusyButton>
    </Result>
  );
}

function NoPayment() {
  const { title, text, action } = NO_PAYMENT;
  useEffect(() => {
    const before = document.title;
    document.title = `${NO_PAYMENT.title} · ${BRAND.name}`;
    return () => {
      document.title = before;
    };
  }, []);
  return (
    <Result title={title} text={text}>
      <ButtonLink to={SITE_PATHS.pricing} label={action} />
    </Result>
  );
}
