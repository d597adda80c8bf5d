import { useId } from 'react';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { stockWords } from './checks.ts';
import type { Choice } from './choices.ts';

interface Props {
  readonly amounts: readonly Choice[];
  readonly chosen: Choice['id'];
  readonly onChoose: (id: Choice['id']) => void;
}

/** The amounts to choose from, with prices and stock. */
export function Amounts({ amounts, chosen, onChoose }: Props) {
  const group = useId();
  return (
    <fieldset className="amounts">
      <legend>{amounts.length === 1 ? 'Amount' : 'Choose an amount'}</legend>
      {amounts.map((amount) => (
        <label className="amount" key={amount.id}>
          <input
            type="radio"
            name={group}
            checked={amount.id === chosen}
            onChange={() => onChoose(amount.id)}
          />
          <span className="what">
            {amount.label}
            {amount.stock !== undefined && (
              <small className={amount.stock === 0 ? 'none-left' : undefined}>
                {stockWords(amount.stock)}
              </small>
            )}
          </span>{' '}
          <span className="price num">
            {amount.points !== null && <span className="pts">{formatPoints(amount.points)} pts</span>}{' '}
            {amount.cents !== null && <span className="money">{formatMoney(amount.cents)}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
