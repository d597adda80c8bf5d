import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { hrefs } from '../../lib/routing/routes.ts';
import { $session } from '../../lib/session/session.ts';
import { apiUrl } from '../../lib/session/settings.ts';
import { site } from '../../lib/site.ts';
import { DemoLabel } from '../shared/GameCard.tsx';
import { changeAddress } from '../shared/use-address.ts';
import type { Device } from './device.ts';
import { PartnerQuests } from './PartnerQuests.tsx';
import { $frame, hearFrame, openFrame } from './partner-frame-store.ts';
import type { PartnerGame } from './partner-game.ts';
import { Silent } from './Silent.tsx';
import { useGameQuests } from './use-game-quests.ts';

interface Props {
  readonly game: PartnerGame;
  /** The device in the address. By default, the first one that fits. */
  readonly device: Device;
}

/** How long the game may take to report that it is ready, in milliseconds. */
const PATIENCE = 10_000;
const deviceNames = { desktop: 'Desktop', mobile: 'Phone' } as const;

/**
 * A partner's game in a frame that has no access to our storage, session or pages. Changing the device only resizes the frame, so
 * the game continues.
 */
export function PartnerStage({ game, device }: Props) {
  const { isReady, reported } = useStore($frame);
  const signedIn = useStore($session).state === 'signed-in';
  const gameQuests = useGameQuests(game.id, signedIn);
  const place = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [tries, setTries] = useState(0);
  const isSilent = useIsSilent(isReady, tries);
  const shown = deviceFor(game, device);

  useEffect(() => {
    openFrame();
    // The frame's origin is "null", like that of every sandboxed frame. The source window shows who sent the message.
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow) hearFrame(data, game.quests);
    };
    addEventListener('message', hear);
    document.title = `${game.name} · ${site.name}`;
    return () => removeEventListener('message', hear);
  }, [game]);

  function again() {
    openFrame();
    setTries((count) => count + 1);
  }

  return (
    <div className="stage partner" data-device={shown}>
      <div className="partner-bar">
        {game.devices.length > 1 && (
          <fieldset className="modes">
            <legend className="unseen">Device</legend>
            {game.devices.map((one) => (
              <button
                type="button"
                className="chip"
                aria-pressed={shown === one}
                key={one}
                onClick={() => changeAddress(hrefs.play(game.slug, one), 'replace')}
              >
                {deviceNames[one]}
              </button>
            ))}
          </fieldset>
        )}
        <DemoLabel />
      </div>
      <section
        ref={place}
        className="partner-frame"
        aria-label="The game"
        aria-busy={!isReady && !isSilent}
        tabIndex={-1}
      >
        <iframe
          key={tries}
          ref={frame}
          title={game.name}
          src={new URL(game.frame, apiUrl).href}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          inert={isSilent}
        />
        {/* Don't move the focus into the frame: while it is loading, the focus would be lost with the old page. */}
        {isSilent && <Silent name={game.name} onAgain={again} next={() => place.current} />}
      </section>
      <aside className="side" aria-label="This game">
        <PartnerQuests quests={game.quests} reported={reported} before={gameQuests.progress} />
        <section className="help">
          <h2>How to play</h2>
          <p>{game.controls}</p>
        </section>
      </aside>
    </div>
  );
}

/** Returns the requested device if the game supports it, otherwise one that fits this device, otherwise the first. */
function deviceFor({ devices }: PartnerGame, asked: Device): Device {
  const fitting = matchMedia('(pointer: coarse)').matches ? 'mobile' : 'desktop';
  const wanted = asked ?? fitting;
  return devices.includes(wanted) ? wanted : devices[0];
}

function useIsSilent(isReady: boolean, tries: number): boolean {
  const [silent, setSilent] = useState(-1);
  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setSilent(tries), PATIENCE);
    return () => clearTimeout(timer);
  }, [isReady, tries]);
  return !isReady && silent === tries;
}
