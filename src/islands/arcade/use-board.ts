import { useEffect, useState } from 'react';
import type { Boards } from './boards.ts';
import type { GameBoard } from './game-board.ts';
import type { Stage } from './Stage.tsx';

/** What is loaded for a game: its own board, and the shared stage. */
type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly board: GameBoard; readonly Stage: typeof Stage }
  | { readonly state: 'failed'; readonly retry: () => void };

/** Loads both together, because neither is useful alone. A failed load can be retried. */
export function useBoard(load: Boards[string]): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another fetch
  useEffect(() => {
    let left = false;
    const set = (next: Loaded) => {
      if (!left) setLoaded(next);
    };
    set({ state: 'loading' });
    Promise.all([load(), import('./Stage.tsx')]).then(
      ([{ board }, { Stage }]) => set({ state: 'ready', board, Stage }),
      () => set({ state: 'failed', retry: () => setTries((count) => count + 1) }),
    );
    return () => {
      left = true;
    };
  }, [load, tries]);
  return loaded;
}
