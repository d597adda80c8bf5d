import { useRef, useState } from 'react';
import { hrefs } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { Button } from '../shared/Button.tsx';

/** One's own link, to be copied, and handed to another app where the browser can. */
export function ShareLink({ reflink }: { readonly reflink: string }) {
  const text = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  // Known from the first: the link comes from the API, so that none stands in the page as it was built.
  const [place] = useState(() => ({ origin: location.origin, shares: 'share' in navigator }));
  const link = place.origin + hrefs.invitation(reflink);

  async function copy() {
    // What says the same as before isn't told again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(link);
      setSaid('Copied');
    } catch {
      // Not allowed here: selecting it is the next best.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setSaid('Selected. Now copy it.');
    }
  }

  async function share() {
    try {
      await navigator.share({
        title: site.name,
        text: `Play games with me on ${site.name}. I get a share of what you earn, at no cost to you.`,
        url: link,
      });
    } catch (error) {
      // Closed without choosing anything: as they wished.
      if (!(error instanceof Error && error.name === 'AbortError')) await copy();
    }
  }

  return (
    <div className="code-line">
      <code className="code" ref={text}>
        {link}
      </code>
      <Button small onPress={copy}>
        Copy link
      </Button>
      {place.shares && (
        <Button quiet small onPress={share}>
          Share
        </Button>
      )}
      <span className={said === '' ? 'unseen' : 'hint'} role="status">
        {said}
      </span>
    </div>
  );
}
