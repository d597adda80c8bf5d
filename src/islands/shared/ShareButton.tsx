import { useState } from 'react';
import { Button } from './Button.tsx';
import { lazy } from './lazy.tsx';
import type { ShareCard } from './share-card.ts';

const ShareDialog = lazy(async () => (await import('./ShareDialog.tsx')).ShareDialog);

interface Props {
  readonly card: ShareCard;
  /** The player's name. */
  readonly name: string | undefined;
  readonly label?: string;
}

/** Shares a win as a picture. The drawing code loads on the first press. */
export function ShareButton({ card, name, label = 'Share' }: Props) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button quiet small onPress={() => setOpen(true)}>
        {label}
      </Button>
      {open !== undefined && (
        <ShareDialog card={card} name={name ?? null} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
