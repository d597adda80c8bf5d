import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { matchRoute } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { Empty } from './Empty.tsx';
import { Failed, Stale } from './Failed.tsx';
import { KnownPlace } from './Known.tsx';
import { capital } from './PagedList.tsx';
import { showHeading } from './show-heading.ts';
import type { Load } from './stores/load.ts';
import { changeAddress } from './use-address.ts';
import { useTitle } from './use-title.ts';

interface Props<T> {
  /** "reward" */
  readonly noun: string;
  /** The id in the address. Null: none. 0: an invalid one. Undefined: pre-rendered page. */
  readonly id: number | null | undefined;
  /** The store may still hold another page's answer. It is ignored until this id has been requested. */
  readonly load: Load<T>;
  readonly ask: (id: number) => unknown;
  /** Refetches while the page is open. Default: `ask`. */
  readonly refresh?: (id: number) => unknown;
  /** The list page, where an address without an id leads. */
  readonly list: string;
  /** The text of the link to the list, if the thing doesn't exist: "See all rewards". */
  readonly listWords?: string;
  readonly of: (value: T) => { readonly id: number; readonly name: string };
  /** The pattern of its own address, if it has one. Then its name becomes the page's title. Otherwise only a missing thing does. */
  readonly pattern?: string;
  /** Makes the correct address, in case the name in the current one is wrong. */
  readonly href?: (id: number, name: string) => string;
  /** Whether to keep the heading from the build. */
  readonly keepsHeading?: boolean;
  readonly skeleton: ReactNode;
  /** What the build knows about the thing, shown instead of the skeleton. */
  readonly known?: ReactNode;
  /** The heading level of messages that fill the page. */
  readonly level?: 1 | 2;
  readonly children: (value: T) => ReactNode;
}

/** The page of one thing, with its loading, error and not-found states. */
export function DetailPage<T>({
  noun,
  id,
  load,
  ask,
  refresh = ask,
  list,
  listWords = `See all ${noun}s`,
  of,
  pattern,
  href: hrefOf,
  keepsHeading = false,
  skeleton,
  known,
  level = 2,
  children,
}: Props<T>) {
  const [asked, setAsked] = useState<number>();
  useEffect(() => {
    if (id === null) location.replace(list);
    if (!id) return;
    setAsked(id);
    void ask(id);
  }, [id, ask, list]);

  const isAsked = asked === id && load.state !== 'idle';
  const error = isAsked && load.state === 'failed' ? load.error : undefined;
  const isMissing = id === 0 || error?.code === 'not_found';
  const value = !isAsked || isMissing ? undefined : load.state === 'ready' ? load.value : load.before;
  // The first answer would otherwise be rendered in one task, which blocks input on a phone.
  const isShown = useDeferredValue(value !== undefined);
  const shown = value && of(value);
  const name = shown?.name;
  const title = isMissing ? capital(`${noun} not found`) : name;
  const href = shown && hrefOf?.(shown.id, shown.name);
  useTitle(isMissing && pattern === undefined ? title : undefined);
  useEffect(() => {
    if (pattern === undefined || title === undefined) return;
    if (name !== undefined && !keepsHeading) showHeading(name);
    // The back button may have changed the address already, while this page is still here.
    const here = matchRoute(pattern, location.pathname);
    if (!here) return;
    document.title = `${title} · ${site.name}`;
    if (href !== undefined && location.pathname !== href && matchRoute(pattern, href)?.id === here.id)
      changeAddress(href + location.search + location.hash, 'replace');
  }, [pattern, title, name, href, keepsHeading]);

  if (isMissing)
    return (
      <Empty level={level} title={`We couldn’t find that ${noun}`}>
        <p>It may be gone, or the link is incomplete.</p>
        <a className="button quiet small" href={list}>
          {listWords}
        </a>
      </Empty>
    );
  if (value !== undefined && (isShown || error))
    return (
      <>
        {error && <Stale reason={error} onRetry={() => id && refresh(id)} />}
        {children(value)}
      </>
    );
  if (error)
    return (
      <Failed
        level={level}
        title={`We couldn’t load this ${noun}`}
        reason={error}
        onRetry={() => id && ask(id)}
      />
    );
  return known ? <KnownPlace>{known}</KnownPlace> : skeleton;
}
