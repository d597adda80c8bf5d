import { useId, useState } from 'react';
import type { User } from '../../../lib/contract/account/account.ts';
import type { Reward, RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { extensions } from '../../../lib/host.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { BirthDateForm } from '../../shared/LazyBirthDateForm.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { Sum } from '../../shared/Sum.tsx';
import { trySaveBirthDate } from '../../shared/stores/birth-date.ts';
import { Amounts } from './Amounts.tsx';
import type { Verdict } from './Blockers.tsx';
import { checksOf, isBarred, isReady } from './checks.ts';
import { choicesOf, firstChoice } from './choices.ts';
import { Mark } from './Mark.tsx';
import { closePurchase, type Purchase } from './reward-info-store.ts';

const Confirm = lazy(async () => (await import('./PurchaseSteps.tsx')).Confirm);
const DetailSpace = () => (
  <div className="inline-form detail-size" aria-busy="true">
    <span className="skeleton line" />
  </div>
);
const DetailForm = lazy(async () => (await import('./DetailForm.tsx')).DetailForm, DetailSpace);
const BlockersFirst = ({ barred }: { readonly barred: boolean }) => (
  <div className={barred ? 'blocks-size' : undefined} aria-busy="true" />
);
const Blockers = lazy(async () => (await import('./Blockers.tsx')).Blockers, BlockersFirst);
/** Looks like the part that replaces it. */
const GoalFirst = ({ reward, user }: Pick<Props, 'user'> & { readonly reward: Reward }) =>
  user.myreward === reward.id ? (
    <p className="goal">This is your goal.</p>
  ) : (
    <span className="button quiet">Make this my goal</span>
  );
const GoalButton = lazy(async () => (await import('./Blockers.tsx')).GoalButton, GoalFirst);
const EarnFirst = ({ points }: { readonly points: number }) => (
  <a className="button" href={routes.userGames.pattern}>
    Earn {formatPoints(points)} more
  </a>
);
/** Replaced by a version that uses the server's checks, if the host has them. */
const Earn = extensions ? lazy(async () => (await import('./Blockers.tsx')).Earn, EarnFirst) : EarnFirst;
const Next = lazy(async () => (await import('./Blockers.tsx')).Next);
const PathToPoints = lazy(async () => (await import('./Blockers.tsx')).PathToPoints);

interface Props {
  readonly info: RewardInfo;
  readonly user: User;
  readonly purchase: Purchase;
}

/**
 * The ticket to redeem: amounts above the tear line, requirements below it, and a sticky bar with the remaining points and the
 * button.
 */
export function Redeem({ info: { reward }, user, purchase }: Props) {
  const [chosen, setChosen] = useState(firstChoice(reward).id);
  const [asking, setAsking] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | null>(extensions ? null : { blocked: false, hold: null });
  const list = useId();
  const choices = choicesOf(reward);
  const amount = choices.find(({ id }) => id === chosen) ?? firstChoice(reward);
  const available = user.balance?.available ?? null;
  const checks = checksOf(reward, amount, user, new Date());
  const met = isReady(checks);
  const barred = isBarred(user);
  const ready = met && !(verdict?.blocked ?? barred);
  const bad = checks.filter(({ state }) => state === 'bad');
  // Met requirements are left out, because the price and the sum show them. Saved details stay, because they can be changed here.
  const listed = checks.filter(({ name, state }) => state !== 'ok' || name === 'details');
  const onlyPoints = bad.length === 1 && bad[0]?.name === 'points';

  function close() {
    closePurchase();
    setAsking(false);
  }

  return (
    <section className="redeem" aria-label="Redeem">
      <div className="upper">
        <Mark reward={reward} />
        <Amounts amounts={choices} chosen={amount.id} onChoose={setChosen} />
      </div>
      <div className="lower">
        <section className="checklist" aria-labelledby={`${list}-title`}>
          <h2 id={`${list}-title`}>{ready ? 'Ready to redeem' : 'Before you can redeem'}</h2>
          {ready && listed.length === 0 && (
            <Next code={reward.delivery?.kind === 'code' && verdict?.hold === null} />
          )}
          {listed.length > 0 && (
            <ul className="checks" id={list} aria-label="Requirements">
              {listed.map(({ name, state, words }) => (
                <li key={name}>
                  <p className={`state ${state === 'todo' ? 'info' : state}`}>{words}</p>
                  {name === 'age' && state === 'todo' && <BirthDateForm onSave={trySaveBirthDate} quiet />}
                  {name === 'details' && reward.delivery && reward.delivery.kind !== 'code' && (
                    // A player without enough points has time to add it now.
                    <details className="few" open={!bad.some((check) => check.name === 'points')}>
                      <summary>{state === 'todo' ? 'Add it' : 'Change it'}</summary>
                      <DetailForm reward={reward} delivery={reward.delivery} user={user} />
                    </details>
                  )}
                  {name === 'points' && state === 'bad' && extensions && <PathToPoints />}
                </li>
              ))}
            </ul>
          )}
          {extensions && (
            <Blockers
              id={`${list}-more`}
              rewardId={reward.id}
              amountId={amount.id ?? undefined}
              barred={barred}
              onVerdict={setVerdict}
            />
          )}
        </section>
        <GoalButton reward={reward} user={user} />
      </div>
      <div className="redeem-bar">
        <Sum cost={amount.points} available={available} short />
        {onlyPoints ? (
          <Earn points={(amount.points ?? 0) - (available ?? 0)} />
        ) : (
          <Button
            disabled={!ready}
            describedBy={ready ? undefined : met ? `${list}-more` : list}
            onPress={() => setAsking(true)}
          >
            Redeem
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        reward={reward}
        amount={amount}
        user={user}
        hold={verdict?.hold ?? null}
        purchase={purchase}
        onClose={close}
      />
    </section>
  );
}
