import { useId, useState } from 'react';
import type { User } from '../../../lib/contract/account/account.ts';
import type { Case } from '../../../lib/contract/draws/cases.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { Form } from '../../shared/Form.tsx';
import { BirthDateForm } from '../../shared/LazyBirthDateForm.tsx';
import { Proof } from '../../shared/Proof.tsx';
import { SeedField } from '../../shared/SeedField.tsx';
import { Sum } from '../../shared/Sum.tsx';
import { randomSeed } from '../../shared/seed.ts';
import { trySaveBirthDate } from '../../shared/stores/birth-date.ts';
import { refreshCase, type Turn } from './case-store.ts';
import { checksOf } from './checks.ts';
import { openCase } from './opening-store.ts';

interface Props {
  readonly one: Case;
  readonly user: User;
  readonly turn: Turn;
}

/** The form to open a case: remaining points, requirements, the sealed draw and the button. */
export function OpenForm({ one, user, turn }: Props) {
  const list = useId();
  const sum = useId();
  const [seed, setSeed] = useState(randomSeed);
  const refused = turn.state === 'refused' ? turn : undefined;
  const field = refused?.field;

  const available = user.balance?.available ?? 0;
  const checks = checksOf(one, available);
  // If the case may already be open, allow a retry regardless of the points left.
  const again = refused?.again !== undefined;
  const ready = again || (one.commitment !== null && checks.every(({ state }) => state === 'ok'));
  const isBad = (name: string) => checks.some((check) => check.name === name && check.state === 'bad');
  const lacksPoints = isBad('points') && !again;

  function submit() {
    if (ready) void openCase(one.id, seed);
  }
  async function saveDate(date: string): Promise<string | undefined> {
    const error = await trySaveBirthDate(date);
    if (error === undefined) await refreshCase(one.id);
    return error;
  }

  return (
    <>
      <Sum cost={one.points} available={available} id={sum} />
      <ul className="checks" id={list} aria-label="Requirements">
        {checks.map(({ name, state, words }) => (
          <li key={name} className={`state ${state === 'todo' ? 'info' : state}`}>
            {words}
          </li>
        ))}
      </ul>
      {one.status === 'birth_date_needed' && <BirthDateForm onSave={saveDate} quiet />}
      {isBad('age') && <p>You can still look at everything here.</p>}
      {!isBad('age') && isBad('limit') && <p>You can open more after midnight UTC.</p>}
      {refused && field === undefined && (
        <div className="notice bad" role="alert">
          <p>{refused.message}</p>
          {again && (
            <p>
              We couldn’t confirm your opening. It’s safe to try again: it’s the same draw, and you only pay
              once.
            </p>
          )}
        </div>
      )}
      {(again || !checks.some(({ state }) => state === 'bad')) && (
        <Form wrong={field} onSubmit={submit}>
          {one.commitment && (
            <details className="fold numbers" open={field !== undefined}>
              <summary>Provably fair</summary>
              <Proof
                rows={[
                  [
                    `Fairness proof of opening ${formatPoints(one.commitment.nonce)}: SHA-256 of our seed`,
                    one.commitment.seed_hash,
                  ],
                ]}
              />
              {!again && (
                <SeedField
                  value={seed}
                  error={field}
                  hint="We mix it in after sealing ours, so we can’t pick what you get. We publish it with the draw."
                  onChange={setSeed}
                />
              )}
            </details>
          )}
          <Button
            type="submit"
            busy={turn.state === 'opening'}
            disabled={!ready}
            describedBy={ready ? sum : list}
          >
            {turn.state === 'opening'
              ? 'Opening'
              : again
                ? 'Try again'
                : `Open for ${formatPoints(one.points)} pts`}
          </Button>
        </Form>
      )}
      {lacksPoints && (
        <a className="button" href={routes.userGames.pattern}>
          Earn {formatPoints(one.points - available)} more pts
        </a>
      )}
    </>
  );
}
