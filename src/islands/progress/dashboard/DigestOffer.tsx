import { NotificationOffer } from '../../shared/NotificationOffer.tsx';
import { answerOffer } from '../../shared/stores/notification-offers.ts';

/** Offers the weekly digest to players who have come back. */
export const DigestOffer = () => (
  <NotificationOffer
    accept="Email me weekly"
    accepted="You’ll get it on Mondays."
    onAnswer={(accepts) => answerOffer('digest', accepts)}
  >
    Want your week by email? Your points, delivered rewards, your streak and open quests.
  </NotificationOffer>
);
