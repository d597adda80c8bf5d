import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { Button } from '../../shared/Button.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { Proof } from '../../shared/Proof.tsx';
import { known } from '../../shared/stores/load.ts';
import { Verdict } from '../../shared/Verdict.tsx';
import { refreshContest, rememberedHash } from './contest-store.ts';
import { $drawnEntries, fetchDrawnEntries, loadDrawnEntries } from './drawn-entries-store.ts';

/** The most entries that are listed. All of them can be copied. */
const LISTED = 100;

/** After the draw: everything it was computed from, and a button to repeat it here. */
export function DrawAgain({ contest }: { readonly contest: Contest }) {
  const { id, seed, winners, seed_hash, entry } = contest;
  if (seed === null || winners === null)
    return (
      <section aria-labelledby="draw">
        <h2 id="draw">The draw</h2>
        <p>We’re drawing the winners. This takes a moment.</p>
        <Button quiet small onPress={() => refreshContest(id)}>
          Refresh
        </Button>
      </section>
    );

  const run = async () => {
    const [{ verifyContest }, entries] = await Promise.all([
      import('./verify-contest.ts'),
      fetchDrawnEntries(id),
    ]);
    return verifyContest({ contest, seed, entries, winners, remembered: rememberedHash(id) });
  };
  return (
    <details className="fold draw">
      <summary>Provably fair</summary>
      <p>
        Don’t take our word for it: your browser can draw the winners itself, from our seed and every player’s
        seed. <a href="#how-it-is-drawn">How we draw the winners</a>
      </p>
      <Verdict
        label="Run the draw again"
        run={run}
        holds={`Verified: these seeds give ${winners.length === 1 ? 'this winner' : 'these winners'}.`}
        broken="These winners don’t match the draw."
      />
      <Proof
        rows={[
          ...(entry ? ([['Your seed', entry.seed]] as const) : []),
          ['Our seed', seed],
          ['Its SHA-256, published before the first entry', seed_hash],
        ]}
      />
      <details
        className="fold numbers"
        onToggle={({ currentTarget: { open } }) => open && loadDrawnEntries(id)}
      >
        <summary>Every entry and its seed</summary>
        <DrawnFrom contest={contest} />
      </details>
    </details>
  );
}

/** Everything that the draw was computed from, once it is loaded. */
function DrawnFrom({ contest: { id, seed, prizes } }: { readonly contest: Contest }) {
  const load = useStore($drawnEntries, { ssr: 'initial' });
  const entries = known(load, id);
  if (load.state === 'failed')
    return (
      <Failed title="We couldn’t load the entries" reason={load.error} onRetry={() => loadDrawnEntries(id)} />
    );
  if (!entries) return <span className="skeleton line" />;
  return (
    <>
      <CopyData data={{ seed, places: prizes.length, entries }} />
      {entries.length === 0 ? (
        <p className="muted">Nobody entered.</p>
      ) : (
        <ol className="seeds">
          {entries.slice(0, LISTED).map(({ number, seed: theirs }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that is to be checked may name a number twice
            <li key={at}>
              <span className="num">{formatNumber(number)}</span> <code>{theirs}</code>
            </li>
          ))}
        </ol>
      )}
      {entries.length > LISTED && (
        <p className="muted">
          Showing the first {LISTED} of {formatNumber(entries.length)}. The copy has all of them.
        </p>
      )}
    </>
  );
}

/** Copies the data, for the reader's own program. */
function CopyData({ data }: { readonly data: object }) {
  const [said, setSaid] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(JSON.stringify(data));
      setSaid('Copied');
    } catch {
      setSaid('Your browser blocks copying here.');
    }
  }
  return (
    <p className="actions">
      <Button quiet small onPress={copy}>
        Copy the data as JSON
      </Button>
      <span role="status" className="muted">
        {said}
      </span>
    </p>
  );
}
