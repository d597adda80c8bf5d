import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Field } from '../shared/Field.tsx';
import { $allGames, loadAllGames } from '../shared/stores/games.ts';
import { shown } from '../shared/stores/load.ts';

interface Props {
  readonly id: number | null;
  readonly error: string | undefined;
  readonly onChange: (id: number | null) => void;
}

/** Chooses the game that an article is about. */
export function GameField({ id, error, onChange }: Props) {
  const load = useStore($allGames, { ssr: 'initial' });
  useEffect(() => {
    void loadAllGames();
  }, []);
  const games = shown(load) ?? [];
  const isListed = id === null || games.some((game) => game.id === id);
  return (
    <Field
      label="Game"
      error={error}
      hint={load.state === 'failed' ? `We couldn’t load the games: ${load.error.message}` : undefined}
    >
      {(control) => (
        <select
          {...control}
          value={id ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">No specific game</option>
          {!isListed && id !== null && <option value={id}>Game {id}</option>}
          {games.map((game) => (
            <option key={game.id} value={game.id}>
              {game.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
