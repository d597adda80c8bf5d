import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { NotificationOffer } from '../../shared/NotificationOffer.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
import { shown } from '../../shared/stores/load.ts';
import { answerOffer } from '../../shared/stores/notification-offers.ts';
import { $device, $push, $pushForm, loadPush, turnOn } from '../../shared/stores/push.ts';

/** Offers to notify this device when an order is sent. Next to the order, the buttons are enough; screen readers also get the question. */
export function SentOffer() {
  const push = shown(useStore($push, { ssr: 'initial' }));
  const device = useStore($device, { ssr: 'initial' });
  useEffect(() => void loadPush(), []);
  if (!push?.offered || (device !== 'off' && device !== 'on')) return null;
  return (
    <NotificationOffer accept="Notify me" accepted="We’ll tell you on this device." onAnswer={answer}>
      <span className="unseen">Want a notification when there’s news about your orders?</span>
    </NotificationOffer>
  );
}

async function answer(accepts: boolean): Promise<string | undefined> {
  if (accepts) await turnOn();
  const refused = accepts ? refusedOf($pushForm.get()) : undefined;
  if (refused) return refused.message ?? Object.values(refused.fields)[0];
  return answerOffer('order', accepts);
}
