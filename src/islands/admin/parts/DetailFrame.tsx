import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Empty } from '../../shared/Empty.tsx';
import { Failed, Stale } from '../../shared/Failed.tsx';
import { capital } from '../../shared/PagedList.tsx';
import { shown } from '../../shared/stores/load.ts';
import { useTitle } from '../../shared/use-title.ts';
import type { Source } from '../section-store.ts';
import { Link } from './Link.tsx';
import './item.css';

interface Props<Value, Ask> {
  readonly source: Source<Value, Ask>;
  readonly ask: Ask;
  /** The item's name: "order 41". */
  readonly noun: string;
  /** Its list, for an item that isn't waiting any more. Left out: the source never returns null. */
  readonly list?: string;
  /** For a source that returns null for items that aren't waiting any more: the likely reason, as a sentence. */
  readonly gone?: string;
  readonly children: (value: NonNullable<Value>) => ReactNode;
}

/** One item of the back office, fetched by the id in the address. Handles all its states and links back to the list. */
export function DetailFrame<Value, Ask>({ source, ask, noun, list, gone, children }: Props<Value, Ask>) {
  const load = useStore(source.$load, { ssr: 'initial' });
  const [asked, setAsked] = useState<Ask>();
  useEffect(() => {
    setAsked(ask);
    void source.load(ask);
  }, [source, ask]);

  // Until the effect runs, the source may still hold another item.
  const value = asked === ask ? shown(load) : undefined;
  const isGone = load.state === 'failed' && load.error.code === 'not_found';
  useTitle(asked === ask && isGone ? capital(`${noun} not found`) : undefined);
  return (
    <div className="admin-item">
      {asked === ask && load.state === 'failed' && (value === undefined || isGone) ? (
        <Failed
          level={2}
          title={isGone ? `We can’t find ${noun}` : `We couldn’t load ${noun}`}
          reason={isGone ? 'Check the number.' : load.error}
          onRetry={isGone ? undefined : () => source.again()}
        />
      ) : value === undefined ? (
        <Waiting noun={noun} />
      ) : (
        <>
          {load.state === 'failed' && <Stale reason={load.error} onRetry={() => source.again()} />}
          {value === null ? (
            <Empty level={2} title={`Someone has already dealt with ${noun}`}>
              <p>{gone}</p>
              {list && (
                <Link to={list} className="button quiet small">
                  See the others
                </Link>
              )}
            </Empty>
          ) : (
            children(value)
          )}
        </>
      )}
    </div>
  );
}

function Waiting({ noun }: { readonly noun: string }) {
  return (
    <div className="admin-waiting" role="status" aria-label={`Loading ${noun}`}>
      <span className="skeleton line" />
      <span className="skeleton line short" />
      <span className="skeleton line" />
    </div>
  );
}

interface LoadedProps<Value> {
  readonly source: Pick<Source<Value, never>, '$load' | 'again'>;
  /** "the partners" */
  readonly noun: string;
  readonly children: (value: Value) => ReactNode;
}

/** A part of a screen once its source is loaded. */
export function Loaded<Value>({ source, noun, children }: LoadedProps<Value>) {
  const load = useStore(source.$load, { ssr: 'initial' });
  const value = shown(load);
  if (value !== undefined) return children(value);
  if (load.state !== 'failed') return <Waiting noun={noun} />;
  return (
    <Failed level={2} title={`We couldn’t load ${noun}`} reason={load.error} onRetry={() => source.again()} />
  );
}

/** The name of the thing, and its state below. */
export function Head({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="admin-head">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

/** The actions on an item. */
export function Acts({ children }: { readonly children: ReactNode }) {
  return (
    <section className="acts" aria-labelledby="acts">
      <h2 id="acts">Actions</h2>
      <div className="actions">{children}</div>
    </section>
  );
}
