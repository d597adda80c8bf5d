import { useState } from 'react';
import { Button } from './Button.tsx';
import { lazy } from './lazy.tsx';
import type { ShareCard } from './share-card.ts';

const ShareDialog = lazy(async () => (await import('./ShareDialog.tsx')).ShareDialog);

interface Props {
  readonly card: ShareCard;
  /** The player's. */
  readonly name: string | undefined;
  readonly label?: string;
}

/** Offers a win as a picture; what draws it comes when it is pressed. */
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
