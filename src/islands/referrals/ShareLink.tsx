import { useState } from 'react';
import { hrefs } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { ShareText } from '../shared/ShareText.tsx';

/** One's own link. */
export function ShareLink({ reflink }: { readonly reflink: string }) {
  // Known from the first: the link comes from the API, so that none is in the page as it was built.
  const [origin] = useState(() => location.origin);
  const link = origin + hrefs.invitation(reflink);
  return (
    <ShareText
      text={link}
      copy="Copy link"
      share={{
        title: site.name,
        text: `Play games with me on ${site.name}. I get a share of what you earn, at no cost to you.`,
        url: link,
      }}
    />
  );
}
