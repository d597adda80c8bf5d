import { useEffect, useState } from 'react';
import { site } from '../../lib/site.ts';
import { Dialog } from './Dialog.tsx';
import { ShareText } from './ShareText.tsx';
import { type Picture, pictureOf, type ShareCard, SIZE, wordsOf } from './share-card.ts';
import './share-dialog.css';

interface Props {
  readonly card: ShareCard;
  /** The player's name, if signed in. */
  readonly name: string | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The picture of a win, to share or download. It shows the player's name unless they remove it. */
export function ShareDialog({ card, name, open, onClose }: Props) {
  const [isNamed, setNamed] = useState(true);
  const [picture, setPicture] = useState<Picture | null>();
  const shownName = isNamed ? name : null;
  const { about, figure, words, creature, path = '/' } = card;
  const described = wordsOf(card, shownName, site.name);
  const text = `${described}\n${location.origin}${path}`;

  useEffect(() => {
    let isLeft = false;
    void pictureOf({ about, figure, words, creature }, shownName, site.name).then((drawn) => {
      if (!isLeft) setPicture(drawn);
    });
    return () => {
      isLeft = true;
    };
  }, [about, figure, words, creature, shownName]);

  const fileName = `${site.name.toLowerCase()}.png`;
  const files = picture && { text, files: [new File([picture.blob], fileName, { type: 'image/png' })] };
  return (
    <Dialog open={open} title="Share it" says={null} onClose={onClose}>
      <div className="share">
        {picture ? (
          <img src={picture.url} alt={described} {...SIZE} />
        ) : (
          <div className={picture === null ? 'place' : 'place skeleton'} aria-busy={picture === undefined} />
        )}
        {picture === null && <p>Your browser couldn’t draw the picture. You can still copy the text.</p>}
        {name !== null && (
          <label>
            <input type="checkbox" checked={isNamed} onChange={(event) => setNamed(event.target.checked)} />{' '}
            Show my name
          </label>
        )}
        <ShareText
          text={text}
          copy="Copy text"
          share={files && navigator.canShare?.(files) ? files : { text }}
          quiet
        />
        {picture && (
          <a className="button" href={picture.url} download={fileName}>
            Download image
          </a>
        )}
      </div>
    </Dialog>
  );
}
