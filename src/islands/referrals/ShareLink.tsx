import { useState } from 'react';
import { hrefs } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { ShareText } from '../shared/ShareText.tsx';

/** The user's invitation link. */
export function ShareLink({ reflink }: { readonly reflink: string }) {
  // The origin is always available here, because this isn't rendered in the build: the link comes from the API.
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
